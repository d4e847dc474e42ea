// Preview pictures of frames.

internal import CTurboJPEG
public import QRReader

extension Frame {
    /// Returns the frame as a small grey JPEG file.
    ///
    /// The frame is halved as often as needed, which is fast and good enough to aim the camera.
    ///
    /// - Parameters:
    ///   - width: The maximum width in pixels, 16 or more.
    ///   - quality: 1 to 100; other values are clamped.
    /// - Returns: The file; nil if there is not enough memory.
    public func jpeg(atMost width: Int, quality: Int = 60) -> [UInt8]? {
        let small = halved(toWidth: max(width, 16))
        guard let compressor = tjInitCompress() else { return nil }
        defer { tjDestroy(compressor) }
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let result = tjCompress2(
            compressor, small.luma, Int32(clamping: small.width), 0, Int32(clamping: small.height),
            Int32(TJPF_GRAY.rawValue), &file, &count, Int32(TJSAMP_GRAY.rawValue), Int32(min(max(quality, 1), 100)),
            TJFLAG_FASTDCT
        )
        defer { tjFree(file) }
        guard result == 0 else { return nil }
        return [UInt8](UnsafeBufferPointer(start: file, count: Int(count)))
    }
}
