// The example of the manual, Sources/QRReader/QRReader.docc: ManualTests runs it and compares the two.

import QRReader

func describeCodes(width: Int, height: Int, luma: [UInt8]) throws -> [String] {
    var decoder = try QRDecoder()
    let frame = Frame(width: width, height: height, luma: luma)
    return try decoder.decode(frame, effort: .thorough).map { code in
        let content = code.text ?? "\(code.bytes.count) bytes"
        return "\(content) at \(Int(code.centre.x.rounded())), \(Int(code.centre.y.rounded()))"
    }
}
