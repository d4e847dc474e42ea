// A grayscale picture and its PNG file.

internal import CPNG

/// A grayscale picture with one byte per pixel.
public struct GrayPicture: Equatable, Sendable {
    /// The width in pixels, 1 or more.
    public let width: Int
    /// The height in pixels, 1 or more.
    public let height: Int
    /// `width` × `height` bytes, row by row from the top left; 0 is black, 255 is white.
    public let luma: [UInt8]

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, 1 or more.
    ///   - height: The height in pixels, 1 or more.
    ///   - luma: `width` × `height` bytes, row by row.
    /// - Throws: ``PrintingError/pictureSize(width:height:bytes:)``.
    public init(width: Int, height: Int, luma: [UInt8]) throws(PrintingError) {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, pixels == luma.count else {
            throw .pictureSize(width: width, height: height, bytes: luma.count)
        }
        self.width = width
        self.height = height
        self.luma = luma
    }

    /// Returns this picture as a PNG file, 8-bit gray.
    ///
    /// - Returns: The file's bytes.
    /// - Throws: ``PrintingError/png(_:)``.
    public func png() throws(PrintingError) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(clamping: width)
        image.height = png_uint_32(clamping: height)
        image.format = png_uint_32(PNG_FORMAT_GRAY)
        // Deflate's worst case, as in PNG_ZLIB_MAX_SIZE, plus room for the surrounding chunks.
        let raw = luma.count + height
        let capacity = raw + raw / 8 + raw / 64 + 1024
        var count = png_alloc_size_t(capacity)
        let file = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, used in
            let written = png_image_write_to_memory(&image, buffer.baseAddress, &count, 0, luma, 0, nil)
            used = written == 0 ? 0 : Int(count)
        }
        guard !file.isEmpty else { throw .png(message(of: image)) }
        return file
    }
}

private func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
