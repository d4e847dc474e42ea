// Wrapper for poppler and cairo.

#if PDF
    import CPoppler

    /// Renders the pages of a PDF file, each as a picture.
    enum PDFReader {
        /// The resolution; at 150 dpi, a ticket's code printed 25 mm wide has 4 pixels per module.
        private static let dotsPerInch = 150.0

        static func read(limit: Int) throws(ForeignPictureError) {
            let file = try StandardInput.read()
            let bytes = g_bytes_new(file, gsize(file.count))
            defer { g_bytes_unref(bytes) }
            var error: UnsafeMutablePointer<GError>?
            guard let document = poppler_document_new_from_bytes(bytes, nil, &error) else {
                throw ForeignPictureError(error.map { String(cString: $0.pointee.message) } ?? "it is invalid")
            }
            defer { g_object_unref(UnsafeMutableRawPointer(document)) }
            let pages = poppler_document_get_n_pages(document)
            guard pages > 0 else { throw ForeignPictureError("it has no page") }
            for number in 0..<pages { try write(document, page: number, limit: limit) }
        }

        private static func write(
            _ document: OpaquePointer, page number: Int32, limit: Int
        ) throws(ForeignPictureError) {
            guard let page = poppler_document_get_page(document, number) else {
                throw ForeignPictureError("page \(number + 1) is invalid")
            }
            defer { g_object_unref(UnsafeMutableRawPointer(page)) }
            var (widthPoints, heightPoints) = (0.0, 0.0)
            poppler_page_get_size(page, &widthPoints, &heightPoints)
            let scale = dotsPerInch / 72
            let (width, height) = ((widthPoints * scale).rounded(.up), (heightPoints * scale).rounded(.up))
            // Compare before converting, since a page may be of any size and a conversion would trap. 32,767 is
            // cairo's limit.
            guard width >= 1, height >= 1, width <= 32_767, height <= 32_767, width * height <= Double(limit) else {
                throw ForeignPictureError("page \(number + 1) is \(widthPoints) x \(heightPoints) points large")
            }
            let luma = try draw(page, width: Int(width), height: Int(height), scale: scale)
            PictureOutput.write(width: Int(width), height: Int(height), luma: luma)
        }

        private static func draw(
            _ page: OpaquePointer, width: Int, height: Int, scale: Double
        ) throws(ForeignPictureError) -> [UInt8] {
            let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
            defer { cairo_surface_destroy(surface) }
            let context = cairo_create(surface)
            defer { cairo_destroy(context) }
            cairo_set_source_rgb(context, 1, 1, 1)
            cairo_paint(context)
            cairo_scale(context, scale, scale)
            poppler_page_render(page, context)
            cairo_surface_flush(surface)
            guard cairo_status(context) == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface)
            else { throw ForeignPictureError("a page cannot be drawn") }
            let stride = Int(cairo_image_surface_get_stride(surface))
            var luma: [UInt8] = []
            luma.reserveCapacity(width * height)
            for y in 0..<height {
                for x in 0..<width {
                    // Blue, green, red and padding, on a little-endian machine.
                    let pixel = pixels + (y * stride + 4 * x)
                    let sum = 114 * UInt32(pixel[0]) + 587 * UInt32(pixel[1]) + 299 * UInt32(pixel[2])
                    luma.append(UInt8(sum / 1000))
                }
            }
            return luma
        }
    }
#endif
