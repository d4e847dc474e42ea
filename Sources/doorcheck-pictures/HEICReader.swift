// Wrapper for libheif.

#if HEIC
    import CHEIF

    /// Reads HEIC and similar files: the primary picture, rotated as the camera's metadata requires.
    enum HEICReader {
        /// Loads the decoders, which Debian 13 has as libraries of their own: a confined process can load none. If one
        /// is missing, the picture's error says so.
        static func prepare() { _ = heif_init(nil) }

        static func read(limit: Int) throws(ForeignPictureError) {
            let bytes = try StandardInput.read()
            guard let context = heif_context_alloc() else { throw ForeignPictureError("memory is short") }
            defer { heif_context_free(context) }
            var handle: OpaquePointer?
            try bytes.span.withUnsafeBytes { file throws(ForeignPictureError) in
                // The context borrows the bytes, so all of the work is done in this closure.
                try check(heif_context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil))
                try check(heif_context_get_primary_image_handle(context, &handle))
                defer { heif_image_handle_release(handle) }
                try write(handle, limit: limit)
            }
        }

        private static func write(_ handle: OpaquePointer?, limit: Int) throws(ForeignPictureError) {
            let pixels = Int(heif_image_handle_get_width(handle)) * Int(heif_image_handle_get_height(handle))
            guard pixels > 0, pixels <= limit else { throw ForeignPictureError("it has \(pixels) pixels") }
            var image: OpaquePointer?
            try check(heif_decode_image(handle, &image, heif_colorspace_YCbCr, heif_chroma_420, nil))
            defer { heif_image_release(image) }
            let (width, height) = (
                Int(heif_image_get_width(image, heif_channel_Y)), Int(heif_image_get_height(image, heif_channel_Y))
            )
            var stride = Int32(0)
            guard let plane = heif_image_get_plane_readonly(image, heif_channel_Y, &stride), width * height <= limit,
                width > 0, height > 0
            else { throw ForeignPictureError("it has no brightness") }
            // Above 8 bits, a sample is two bytes in little-endian order.
            let extra = max(0, Int(heif_image_get_bits_per_pixel_range(image, heif_channel_Y)) - 8)
            var luma: [UInt8] = []
            luma.reserveCapacity(width * height)
            for y in 0..<height {
                let row = plane + y * Int(stride)
                for x in 0..<width {
                    let sample = extra == 0 ? Int(row[x]) : Int(row[2 * x]) | Int(row[2 * x + 1]) << 8
                    luma.append(UInt8(truncatingIfNeeded: sample >> extra))
                }
            }
            PictureOutput.write(width: width, height: height, luma: luma)
        }

        private static func check(_ error: heif_error) throws(ForeignPictureError) {
            guard error.code != heif_error_Ok else { return }
            throw ForeignPictureError(error.message.map { String(cString: $0) } ?? "it is invalid")
        }
    }
#endif
