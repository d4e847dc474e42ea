// Wrapper for zbar: one image scanner, configured for QR codes.

internal import CZBar

/// Owns a `zbar_image_scanner_t`.
package struct ZBarScanner: ~Copyable {
    private let scanner: OpaquePointer

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - triesInverted: Whether to try light on dark if no dark-on-light code was read.
    ///   - density: The distance between scanned rows and columns; for photographs, 2 halves the time and loses every
    ///     tenth code.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    package init(triesInverted: Bool = true, density: Int32 = 1) throws(QRDecoderError) {
        guard let scanner = zbar_image_scanner_create() else { throw .outOfMemory }
        self.scanner = scanner
        // Disable all symbologies, then enable QR alone: the others read codes into photographs and write warnings to
        // stderr.
        set(ZBAR_CFG_ENABLE, of: ZBAR_NONE, to: 0)
        set(ZBAR_CFG_ENABLE, of: ZBAR_QRCODE, to: 1)
        // Otherwise zbar guesses a character set and damages names in UTF-8.
        set(ZBAR_CFG_BINARY, of: ZBAR_QRCODE, to: 1)
        set(ZBAR_CFG_X_DENSITY, of: ZBAR_NONE, to: density)
        set(ZBAR_CFG_Y_DENSITY, of: ZBAR_NONE, to: density)
        set(ZBAR_CFG_TEST_INVERTED, of: ZBAR_NONE, to: triesInverted ? 1 : 0)
    }

    deinit { zbar_image_scanner_destroy(scanner) }

    private func set(_ option: zbar_config_t, of symbology: zbar_symbol_type_t, to value: Int32) {
        zbar_image_scanner_set_config(scanner, symbology, option, value)
    }

    /// Reads all codes that zbar finds.
    ///
    /// - Parameter frame: A frame of any size.
    /// - Returns: One reading per code.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    package func scan(_ frame: Frame) throws(QRDecoderError) -> [DetectedCode] {
        try withCodes(of: frame) { first in
            var readings: [DetectedCode] = []
            var next = first
            while let symbol = next {
                readings.append(Self.reading(of: symbol))
                next = Self.code(from: zbar_symbol_next(symbol))
            }
            return readings
        }
    }

    /// Reads only the first code, without its place.
    ///
    /// - Parameter frame: A frame of any size.
    /// - Returns: The content; nil if there is no code.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    func firstContent(of frame: Frame) throws(QRDecoderError) -> [UInt8]? {
        try withCodes(of: frame) { $0.map(Self.content) }
    }

    /// Passes the first code to a closure; the symbols are valid only while it runs.
    private func withCodes<Result>(of frame: Frame, _ body: (OpaquePointer?) -> Result) throws(QRDecoderError) -> Result
    {
        guard let image = zbar_image_create() else { throw .outOfMemory }
        defer { zbar_image_destroy(image) }
        zbar_image_set_format(image, Self.luma)
        zbar_image_set_size(image, UInt32(frame.width), UInt32(frame.height))
        return frame.luma.withUnsafeBytes { bytes in
            // Without a cleanup function, the image borrows the bytes; it is not used beyond this closure.
            zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
            guard zbar_scan_image(scanner, image) > 0 else { return body(nil) }
            return body(Self.code(from: zbar_image_first_symbol(image)))
        }
    }

    /// Returns the first symbol that is a complete code: a part of a sequence of codes is `ZBAR_PARTIAL` and not a
    /// ticket.
    private static func code(from symbol: OpaquePointer?) -> OpaquePointer? {
        var next = symbol
        while let symbol = next, zbar_symbol_get_type(symbol) != ZBAR_QRCODE { next = zbar_symbol_next(symbol) }
        return next
    }

    /// The format `Y800`, 8-bit luma; zbar's own macro for it is not visible in Swift.
    private static let luma = "Y800".utf8.reversed().reduce(0) { $0 << 8 | UInt($1) }

    private static func content(of symbol: OpaquePointer) -> [UInt8] {
        let length = Int(zbar_symbol_get_data_length(symbol))
        return Array(UnsafeRawBufferPointer(start: zbar_symbol_get_data(symbol), count: length))
    }

    private static func reading(of symbol: OpaquePointer) -> DetectedCode {
        let corners = (0..<zbar_symbol_get_loc_size(symbol)).map { index in
            Point(
                x: Double(zbar_symbol_get_loc_x(symbol, index)),
                y: Double(zbar_symbol_get_loc_y(symbol, index))
            )
        }
        return DetectedCode(bytes: content(of: symbol), corners: corners)
    }
}
