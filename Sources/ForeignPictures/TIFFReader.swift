// The C edge of libtiff, by its interface that needs no variadic call.

#if TIFF
    import CTIFF
    import Glibc

    /// Reads the first picture of a TIFF file.
    enum TIFFReader {
        static func read(limit: Int) throws(ForeignPictureError) {
            guard let tiff = TIFFFdOpen(STDIN_FILENO, "picture", "r") else {
                throw ForeignPictureError("its header makes no sense")
            }
            defer { TIFFClose(tiff) }
            var message = [CChar](repeating: 0, count: 1024)
            var image = TIFFRGBAImage()
            guard TIFFRGBAImageBegin(&image, tiff, 1, &message) == 1 else {
                throw ForeignPictureError(
                    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            defer { TIFFRGBAImageEnd(&image) }
            let (width, height) = (Int(image.width), Int(image.height))
            guard width > 0, height > 0, width * height <= limit else {
                throw ForeignPictureError("it has \(width) x \(height) pixels")
            }
            image.req_orientation = UInt16(ORIENTATION_TOPLEFT)
            var colours = [UInt32](repeating: 0, count: width * height)
            guard TIFFRGBAImageGet(&image, &colours, image.width, image.height) == 1 else {
                throw ForeignPictureError("its picture ends too soon or makes no sense")
            }
            PictureOutput.write(width: width, height: height, luma: colours.map(luma))
        }

        /// By ITU-R BT.601; what is transparent is white, as paper is. Colours have alpha in them (TIFF 6.0, section 18).
        private static func luma(_ colour: UInt32) -> UInt8 {
            let (red, green, blue) = (colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF)
            return UInt8(min(255, (299 * red + 587 * green + 114 * blue) / 1000 + 255 - (colour >> 24)))
        }
    }
#endif
