// Reads a picture of a code.

internal import CPNG
public import TicketPrinting

extension GrayPicture {
    /// Reads a PNG file in any colours; transparent pixels become white.
    ///
    /// - Parameter file: The file's bytes; at most 64 million pixels.
    /// - Throws: ``DoorPictureError/notPNG(_:)``, ``DoorPictureError/pictureTooLarge(width:height:)``.
    public init(png file: [UInt8]) throws(DoorPictureError) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        // libpng keeps the file's address from the first call to the second.
        let luma = try file.withUnsafeBufferPointer { file throws(DoorPictureError) in
            try pixels(of: file, into: &image)
        }
        self = try picture(width: Int(image.width), height: Int(image.height), luma: luma)
    }
}

private func pixels(
    of file: UnsafeBufferPointer<UInt8>, into image: inout png_image
) throws(DoorPictureError) -> [UInt8] {
    guard png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else {
        throw .notPNG(message(of: image))
    }
    let (width, height) = (Int(image.width), Int(image.height))
    guard width * height <= 64_000_000 else { throw .pictureTooLarge(width: width, height: height) }
    image.format = png_uint_32(PNG_FORMAT_GRAY)
    var white = png_color(red: 255, green: 255, blue: 255)
    var luma = [UInt8](repeating: 0, count: width * height)
    guard png_image_finish_read(&image, &white, &luma, 0, nil) != 0 else { throw .notPNG(message(of: image)) }
    return luma
}

private func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
