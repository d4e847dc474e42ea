// Picture files of every kind, mutated, through the readers.

import QRReader
import Scanner

/// Interprets the input as a complete file; the limit is a megapixel, so that an input takes milliseconds.
@_cdecl("LLVMFuzzerTestOneInput")
public func readPicture(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let limits = ImageLimits(bytes: 1 << 20, pixels: 1_000_000)
    if let frame = try? ImageFile.decode(bytes, limits: limits).frame {
        precondition(frame.luma.count <= limits.pixels, "a picture over the limit was decoded")
    }
    return 0
}
