// Frames of any size and content through the complete reader, live and thorough.

import QRReader

/// Interprets the input: three bytes are width, height and effort; the rest is the picture, repeated if it is too
/// short.
@_cdecl("LLVMFuzzerTestOneInput")
public func readFrame(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard bytes.count > 3, var decoder = try? QRDecoder() else { return 0 }
    let (width, height) = (Int(bytes[0]) + 1, Int(bytes[1]) + 1)
    let pixels = bytes.dropFirst(3)
    let luma = (0..<width * height).map { pixels[pixels.startIndex + $0 % pixels.count] }
    let frame = Frame(width: width, height: height, luma: luma)
    _ = try? decoder.decode(frame, effort: bytes[2] & 1 == 0 ? .live : .thorough)
    return 0
}
