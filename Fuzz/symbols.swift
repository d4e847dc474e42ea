// A real symbol, drawn distorted and damaged, through the complete reader: it may be missed, but never misread.

import QRReader
import TicketPrinting

/// Interprets the input: the first eight bytes are the text's length, the level, the module's size, position, slant,
/// stretch and effort; then three bytes per blot are its position and its brightness.
@_cdecl("LLVMFuzzerTestOneInput")
public func readDamagedSymbol(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let levels: [ErrorCorrection] = [.low, .medium, .quartile, .high]
    let text = String(repeating: "A", count: Int(bytes.first ?? 0) % 120) + "DC1"
    guard bytes.count >= 8, var decoder = try? QRDecoder(),
        let symbol = try? QRSymbol(text: text, errorCorrection: levels[Int(bytes[1] & 3)])
    else { return 0 }
    let frame = picture(of: symbol, bytes)
    let readings = (try? decoder.decode(frame, effort: bytes[7] & 1 == 0 ? .live : .thorough)) ?? []
    precondition(readings.allSatisfy { $0.text == text }, "a symbol was misread")
    return 0
}

private func picture(of symbol: QRSymbol, _ bytes: [UInt8]) -> Frame {
    let side = 240
    // Two to eight pixels per module, with up to one pixel of slant and of stretch per eight.
    let module = 2 + Double(bytes[2]) / 43
    let (left, top) = (Double(bytes[3]), Double(bytes[4]))
    let (slant, stretch) = (Double(Int8(bitPattern: bytes[5])) / 1024, 1 + Double(Int8(bitPattern: bytes[6])) / 1024)
    let isInverted = bytes[7] & 2 == 2
    var luma = (0..<side * side).map { index -> UInt8 in
        let (x, y) = (Double(index % side), Double(index / side))
        let column = (x - left + slant * y) / module
        let row = (y - top) / (module * stretch)
        let isDark = symbol[x: Int(column.rounded(.down)), y: Int(row.rounded(.down))]
        return isDark == isInverted ? 230 : 20
    }
    for blot in stride(from: 8, to: bytes.count - 2, by: 3) {
        let (x, y) = (Int(bytes[blot]), Int(bytes[blot + 1]))
        for pixel in 0..<16 where x + pixel % 4 < side && y + pixel / 4 < side {
            luma[(y + pixel / 4) * side + x + pixel % 4] = bytes[blot + 2]
        }
    }
    return Frame(width: side, height: side, luma: luma)
}
