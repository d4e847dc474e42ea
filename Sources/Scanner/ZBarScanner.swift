// The C edge of zbar: one image scanner, set up for QR codes.

internal import CZBar

/// Owns a `zbar_image_scanner_t`.
package struct ZBarScanner: ~Copyable {
    private let scanner: OpaquePointer

    /// - Parameter triesInverted: Whether light on dark is tried where no dark-on-light code was read.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    package init(triesInverted: Bool = true) throws(QRDecoderError) {
        guard let scanner = zbar_image_scanner_create() else { throw .outOfMemory }
        self.scanner = scanner
        // All symbologies off, then QR alone: the others read codes into photographs and write warnings to stderr.
        set(ZBAR_CFG_ENABLE, of: ZBAR_NONE, to: 0)
        set(ZBAR_CFG_ENABLE, of: ZBAR_QRCODE, to: 1)
        // Else zbar guesses a character set, and damages names in UTF-8.
        set(ZBAR_CFG_BINARY, of: ZBAR_QRCODE, to: 1)
        // Every row and column: a density of 2 halves the time and loses every tenth code.
        set(ZBAR_CFG_X_DENSITY, of: ZBAR_NONE, to: 1)
        set(ZBAR_CFG_Y_DENSITY, of: ZBAR_NONE, to: 1)
        set(ZBAR_CFG_TEST_INVERTED, of: ZBAR_NONE, to: triesInverted ? 1 : 0)
    }

    deinit { zbar_image_scanner_destroy(scanner) }

    private func set(_ option: zbar_config_t, of symbology: zbar_symbol_type_t, to value: Int32) {
        zbar_image_scanner_set_config(scanner, symbology, option, value)
    }

    /// Reads the codes that zbar finds by itself.
    ///
    /// - Parameter frame: Of any size.
    /// - Returns: One reading per code.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    package func scan(_ frame: Frame) throws(QRDecoderError) -> [CodeReading] {
        guard let image = zbar_image_create() else { throw .outOfMemory }
        defer { zbar_image_destroy(image) }
        zbar_image_set_format(image, Self.luma)
        zbar_image_set_size(image, UInt32(frame.width), UInt32(frame.height))
        return frame.luma.withUnsafeBytes { bytes in
            // Without a clean-up function the image borrows the bytes; it is not used beyond this closure.
            zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
            guard zbar_scan_image(scanner, image) > 0, let first = zbar_image_first_symbol(image) else { return [] }
            return sequence(first: first, next: zbar_symbol_next)
                // A part of a sequence of codes is ZBAR_PARTIAL and no ticket.
                .filter { zbar_symbol_get_type($0) == ZBAR_QRCODE }
                .map(Self.reading)
        }
    }

    /// The format `Y800`, 8-bit luma; zbar's own macro for it is not visible here.
    private static let luma = "Y800".utf8.reversed().reduce(0) { $0 << 8 | UInt($1) }

    private static func reading(of symbol: OpaquePointer) -> CodeReading {
        let bytes = UnsafeRawBufferPointer(
            start: zbar_symbol_get_data(symbol),
            count: Int(zbar_symbol_get_data_length(symbol))
        )
        let corners = (0..<zbar_symbol_get_loc_size(symbol)).map { index in
            Point(
                x: Double(zbar_symbol_get_loc_x(symbol, index)),
                y: Double(zbar_symbol_get_loc_y(symbol, index))
            )
        }
        return CodeReading(bytes: Array(bytes), corners: corners)
    }
}
