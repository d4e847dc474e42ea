// Wrapper for libtiff.

#if TIFF
    import CTIFF
    import Glibc

    /// Reads the pages of a TIFF file, each as a picture, without the reduced copies of pages that some programs add.
    ///
    /// libtiff refuses a file whose pages lead back to an earlier one, and the calling program limits the total
    /// number of pixels.
    enum TIFFReader {
        static func read(limit: Int) throws(ForeignPictureError) {
            guard let tiff = TIFFFdOpen(STDIN_FILENO, "picture", "r") else {
                throw ForeignPictureError("its header is invalid")
            }
            defer { TIFFClose(tiff) }
            var number = 1
            var isFound = false
            while true {
                if !isCopy(tiff) {
                    try write(tiff, page: number, limit: limit)
                    isFound = true
                }
                // Only this distinguishes the end from a page that cannot be read.
                if TIFFLastDirectory(tiff) == 1 { break }
                number += 1
                guard TIFFReadDirectory(tiff) == 1 else { throw ForeignPictureError("page \(number) is invalid") }
            }
            guard !isFound else { return }
            guard TIFFSetDirectory(tiff, 0) == 1 else { throw ForeignPictureError("it has no page") }
            try write(tiff, page: 1, limit: limit)
        }

        /// Returns whether a page declares itself a reduced copy of another, or a mask (TIFF 6.0, NewSubfileType).
        private static func isCopy(_ tiff: OpaquePointer) -> Bool {
            var kind = UInt32(0)
            let isThere = withUnsafeMutablePointer(to: &kind) { kind in
                withVaList([kind]) { TIFFVGetField(tiff, UInt32(TIFFTAG_SUBFILETYPE), $0) }
            }
            return isThere == 1 && kind & UInt32(FILETYPE_REDUCEDIMAGE | FILETYPE_MASK) != 0
        }

        private static func write(
            _ tiff: OpaquePointer, page number: Int, limit: Int
        ) throws(ForeignPictureError) {
            let page = number == 1 ? "" : "page \(number): "
            var message = [CChar](repeating: 0, count: 1024)
            var image = TIFFRGBAImage()
            guard TIFFRGBAImageBegin(&image, tiff, 1, &message) == 1 else {
                throw ForeignPictureError(
                    page + String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            defer { TIFFRGBAImageEnd(&image) }
            let (width, height) = (Int(image.width), Int(image.height))
            guard width > 0, height > 0, width * height <= limit else {
                throw ForeignPictureError(page + "it has \(width) x \(height) pixels")
            }
            image.req_orientation = UInt16(ORIENTATION_TOPLEFT)
            var colours = [UInt32](repeating: 0, count: width * height)
            guard TIFFRGBAImageGet(&image, &colours, image.width, image.height) == 1 else {
                throw ForeignPictureError(page + "its picture data is truncated or invalid")
            }
            PictureOutput.write(width: width, height: height, luma: colours.map(luma))
        }

        /// Returns the luma by ITU-R BT.601; transparent pixels become white, like paper. Colours are premultiplied
        /// with alpha (TIFF 6.0, section 18).
        private static func luma(_ colour: UInt32) -> UInt8 {
            let (red, green, blue) = (colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF)
            return UInt8(min(255, (299 * red + 587 * green + 114 * blue) / 1000 + 255 - (colour >> 24)))
        }
    }
#endif
