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
        let (width, height, luma) = try pixels(bytes, format: UInt32(PNG_FORMAT_GRAY), bytesPerPixel: 1, limits: limits)
        return Frame(width: width, height: height, luma: luma)
    }

    /// Reads the only picture of a file with its colours and what is transparent in it.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: The largest picture that is decoded.
    /// - Returns: The picture.
    /// - Throws: ``ImageFileError``.
    static func colours(_ bytes: [UInt8], limits: ImageLimits) throws(ImageFileError) -> ColourPicture {
        let (width, height, rgba) = try pixels(
            bytes, format: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA), bytesPerPixel: 4, limits: limits)
        return ColourPicture(width: width, height: height, rgba: rgba)
    }

    private static func pixels(
        _ bytes: [UInt8], format: UInt32, bytesPerPixel: Int, limits: ImageLimits
    ) throws(ImageFileError) -> (width: Int, height: Int, pixels: [UInt8]) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        return try bytes.span.withUnsafeBytes { bytes throws(ImageFileError) in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                throw failure(image)
            }
            let (width, height) = (Int(image.width), Int(image.height))
            try limits.check(.png, width: width, height: height)
            image.format = format
            // Where a picture is transparent, luma is the paper's.
            var white = png_color(red: 255, green: 255, blue: 255)
            var pixels = [UInt8](repeating: 0, count: width * height * bytesPerPixel)
            guard png_image_finish_read(&image, &white, &pixels, 0, nil) != 0 else { throw failure(image) }
            // Refused, since a ticket in a second picture would be missed.
            guard !hasSecondPicture(bytes) else { throw .unsupported(.png, feature: "an animation") }
            return (width, height, pixels)
        }
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
