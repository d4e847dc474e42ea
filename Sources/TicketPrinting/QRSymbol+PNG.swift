// A QR code as a bitmap, for screens and office printers.

extension QRSymbol {
    /// Returns this code with its quiet zone, black on white.
    ///
    /// - Parameter modulePixels: The side of a module, 1 to 40.
    /// - Returns: A square of (``size`` + 8) × `modulePixels` pixels.
    /// - Throws: ``PrintingError/modulePixels(_:)``.
    public func picture(modulePixels: Int = 8) throws(PrintingError) -> GrayPicture {
        guard (1...40).contains(modulePixels) else { throw .modulePixels(modulePixels) }
        let modules = -Self.quietZone..<size + Self.quietZone
        var luma: [UInt8] = []
        luma.reserveCapacity(modules.count * modules.count * modulePixels * modulePixels)
        for y in modules {
            let row = modules.flatMap { x in
                repeatElement(self[x: x, y: y] ? UInt8.min : UInt8.max, count: modulePixels)
            }
            for _ in 0..<modulePixels { luma += row }
        }
        let side = modules.count * modulePixels
        return try GrayPicture(width: side, height: side, luma: luma)
    }

    /// Returns this code with its quiet zone as a PNG file, black on white and opaque.
    ///
    /// - Parameter modulePixels: The side of a module, 1 to 40; 8 is sharp in an email and on paper at 300 dpi.
    /// - Returns: The file's bytes.
    /// - Throws: ``PrintingError/modulePixels(_:)``, ``PrintingError/png(_:)``.
    public func png(modulePixels: Int = 8) throws(PrintingError) -> [UInt8] {
        try picture(modulePixels: modulePixels).png()
    }
}
