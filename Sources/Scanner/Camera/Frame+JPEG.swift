// Frames for people to look at.

internal import CTurboJPEG

extension Frame {
    /// The frame as a small grey JPEG file.
    ///
    /// It is halved as often as needed, which is fast and good enough to aim by.
    ///
    /// - Parameters:
    ///   - width: The most pixels per row, 16 or more.
    ///   - quality: 1 to 100; others are clamped.
    /// - Returns: The file; nil where there is no memory for it.
    public func jpeg(atMost width: Int, quality: Int = 60) -> [UInt8]? {
        var plane = LumaPlane()
        plane.share(self)
        defer { plane.release() }
        while plane.width > max(width, 16), plane.height > 1 {
            var half = LumaPlane()
            half.halve(plane)
            plane = half
        }
        guard let compressor = tjInitCompress() else { return nil }
        defer { tjDestroy(compressor) }
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let result = tjCompress2(
            compressor, plane.pixels, Int32(clamping: plane.width), 0, Int32(clamping: plane.height),
            Int32(TJPF_GRAY.rawValue), &file, &count, Int32(TJSAMP_GRAY.rawValue), Int32(min(max(quality, 1), 100)),
            TJFLAG_FASTDCT
        )
        defer { tjFree(file) }
        guard result == 0 else { return nil }
        return [UInt8](UnsafeBufferPointer(start: file, count: Int(count)))
    }
}
