// Wrapper for libpng, using its simplified interface: the full one uses longjmp across Swift frames.

internal import CPNG
internal import QRReader

/// Reads PNG files.
enum PNGReader {
    /// Reads the only picture of a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: The largest picture that is decoded.
    /// - Returns: The luma; transparent pixels become white, like paper.
    /// - Throws: ``ImageFileError``.
    static func frame(_ bytes: [UInt8], limits: ImageLimits) throws(ImageFileError) -> Frame {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        return try bytes.span.withUnsafeBytes { bytes throws(ImageFileError) in
            try frame(bytes, of: &image, limits: limits)
        }
    }

    private static func frame(
        _ bytes: UnsafeRawBufferPointer, of image: inout png_image, limits: ImageLimits
    ) throws(ImageFileError) -> Frame {
        guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
            throw failure(image)
        }
        try limits.check(.png, width: Int(image.width), height: Int(image.height))
        image.format = png_uint_32(PNG_FORMAT_GRAY)
        var white = png_color(red: 255, green: 255, blue: 255)
        var luma = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height))
        guard png_image_finish_read(&image, &white, &luma, 0, nil) != 0 else { throw failure(image) }
        // Refused, since a ticket in a second picture would be missed.
        guard !hasSecondPicture(bytes) else { throw .unsupported(.png, feature: "an animation") }
        return Frame(width: Int(image.width), height: Int(image.height), luma: luma)
    }

    /// Returns whether there is picture data outside `IDAT` (PNG, third edition, section 11.3.6.3).
    private static func hasSecondPicture(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var next = 8
        // A chunk: length (4), name (4), data, checksum (4).
        while next + 8 <= bytes.count {
            if bytes[next + 4..<next + 8].elementsEqual("fdAT".utf8) { return true }
            let length = bytes[next..<next + 4].reduce(0) { $0 << 8 | Int($1) }
            next += 12 + length
        }
        return false
    }

    private static func failure(_ image: png_image) -> ImageFileError {
        let message = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // libpng's message for a read beyond the end of its input.
        return message.contains("read beyond end") ? .truncated(.png) : .damaged(.png, reason: message)
    }
}
