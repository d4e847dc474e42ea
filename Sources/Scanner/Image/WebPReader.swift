// Wrapper for libwebp.

internal import CWebP
internal import QRReader

/// Reads WebP files, lossy and lossless.
enum WebPReader {
    /// Reads the only picture of a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: The largest picture that is decoded.
    /// - Returns: The luma; transparent pixels become white, like paper. A picture without transparency keeps the
    ///   video range, 16 for black to 235 for white.
    /// - Throws: ``ImageFileError``.
    static func frame(_ bytes: [UInt8], limits: ImageLimits) throws(ImageFileError) -> Frame {
        var features = WebPBitstreamFeatures()
        try check(WebPGetFeatures(bytes, bytes.count, &features))
        guard features.has_animation == 0 else { throw .unsupported(.webp, feature: "an animation") }
        let (width, height) = (Int(features.width), Int(features.height))
        try limits.check(.webp, width: width, height: height)
        let luma = features.has_alpha == 0 ? opaque(bytes) : onWhite(bytes, pixels: width * height)
        // The header is valid, so the rest is truncated or damaged; the library does not say which.
        guard let luma else { throw .damaged(.webp, reason: "its picture data is truncated or invalid") }
        return Frame(width: width, height: height, luma: luma)
    }

    private static func check(_ status: VP8StatusCode) throws(ImageFileError) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
        case VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated(.webp)
        default: throw .damaged(.webp, reason: "its header is invalid")
        }
    }

    private static func opaque(_ bytes: [UInt8]) -> [UInt8]? {
        var (width, height, stride, chromaStride) = (Int32(0), Int32(0), Int32(0), Int32(0))
        var (u, v): (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?)
        guard let plane = WebPDecodeYUV(bytes, bytes.count, &width, &height, &u, &v, &stride, &chromaStride)
        else { return nil }
        defer { WebPFree(plane) }
        let plain = UnsafeBufferPointer(start: plane, count: Int(stride) * Int(height))
        return PixelFormat.grey.luma(
            of: Span(_unsafeElements: plain), width: Int(width), height: Int(height), bytesPerRow: Int(stride))
    }

    private static func onWhite(_ bytes: [UInt8], pixels: Int) -> [UInt8]? {
        guard let colours = WebPDecodeRGBA(bytes, bytes.count, nil, nil) else { return nil }
        defer { WebPFree(colours) }
        return (0..<pixels).map { pixel in
            let colour = colours + 4 * pixel
            let alpha = Int(colour[3])
            let luma = Int(RGB.luma(red: colour[0], green: colour[1], blue: colour[2]))
            return UInt8((luma * alpha + 255 * (255 - alpha)) / 255)
        }
    }
}
