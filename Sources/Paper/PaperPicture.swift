// A picture on a page.

internal import CPango

/// A picture for pages, as a PNG file that this library wrote.
public final class PaperPicture: Sendable {
    /// The file.
    public let png: [UInt8]
    /// The width in pixels, 1 to 2,000.
    public let width: Int
    /// The height in pixels, 1 to 2,000.
    public let height: Int

    /// The maximum number of pixels in a row or a column.
    public static let mostPixels = 2000

    /// Creates a picture from its file.
    ///
    /// - Parameter png: A file made by ``init(width:height:rgba:)``.
    /// - Throws: ``PaperError/picture`` for another file. Damage behind its header is noticed when it is drawn.
    public init(png: [UInt8]) throws(PaperError) {
        // Signature, length and name of the first chunk, and then the size (PNG, third edition, section 11.2.1).
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard png.count > 33, png.starts(with: start) else { throw .picture }
        let size = [16, 20].map { png[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard size.allSatisfy((1...Self.mostPixels).contains) else { throw .picture }
        (self.png, width, height) = (png, size[0], size[1])
    }

    /// Creates a picture from its pixels.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, 1 to 2,000.
    ///   - height: The height in pixels, 1 to 2,000.
    ///   - rgba: Red, green, blue and opacity of each pixel, row by row; the colours are not multiplied by the opacity.
    /// - Throws: ``PaperError/picture`` if there are more or fewer pixels; ``PaperError/drawing(_:)``.
    public convenience init(width: Int, height: Int, rgba: [UInt8]) throws(PaperError) {
        guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height),
            rgba.count == width * height * 4,
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        else { throw .picture }
        defer { cairo_surface_destroy(surface) }
        let stride = Int(cairo_image_surface_get_stride(surface))
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { throw .drawing("no memory is left") }
        let pixels = UnsafeMutableRawBufferPointer(start: data, count: stride * height)
        for y in 0..<height {
            for x in 0..<width {
                let from = (y * width + x) * 4
                let opacity = UInt32(rgba[from + 3])
                // cairo's pixels are numbers of 32 bits, whose colours are multiplied by the opacity.
                let value = (0..<3).reduce(opacity) { $0 << 8 | (UInt32(rgba[from + $1]) * opacity + 127) / 255 }
                pixels.storeBytes(of: value, toByteOffset: y * stride + x * 4, as: UInt32.self)
            }
        }
        cairo_surface_mark_dirty(surface)
        final class Bytes {
            var all: [UInt8] = []
        }
        let bytes = Bytes()
        let status = cairo_surface_write_to_png_stream(
            surface,
            { closure, data, count in
                guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
                Unmanaged<Bytes>.fromOpaque(closure).takeUnretainedValue().all += UnsafeBufferPointer(
                    start: data, count: Int(count))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(bytes).toOpaque())
        guard status == CAIRO_STATUS_SUCCESS else { throw .drawing("no memory is left") }
        try self.init(png: bytes.all)
    }

    /// The decoded picture.
    final class Surface {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) {
            self.pointer = pointer
        }

        deinit { cairo_surface_destroy(pointer) }
    }

    /// Decodes the picture.
    func surface() throws(PaperError) -> Surface {
        final class Place {
            let bytes: [UInt8]
            var offset = 0

            init(_ bytes: [UInt8]) {
                self.bytes = bytes
            }
        }
        let place = Place(png)
        let pointer = cairo_image_surface_create_from_png_stream(
            { closure, data, count in
                guard let closure, let data else { return CAIRO_STATUS_READ_ERROR }
                let place = Unmanaged<Place>.fromOpaque(closure).takeUnretainedValue()
                let end = place.offset + Int(count)
                guard end <= place.bytes.count else { return CAIRO_STATUS_READ_ERROR }
                for (index, byte) in place.bytes[place.offset..<end].enumerated() { data[index] = byte }
                place.offset = end
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(place).toOpaque())
        guard let pointer else { throw .picture }
        let surface = Surface(pointer)
        guard cairo_surface_status(pointer) == CAIRO_STATUS_SUCCESS else { throw .picture }
        return surface
    }
}
