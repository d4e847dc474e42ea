// zbar as a reader of symbols that are already located and rectified.

/// Reads symbols by drawing them cleanly and passing the picture to zbar.
struct ZBarReader: ~Copyable {
    private var drawing: SymbolDrawing
    private var scanner: ZBarScanner
    private var decodes: Int

    /// The number of decodes after which the scanner is replaced: zbar 0.23.92 keeps 0.2 kB per code until its
    /// scanner is destroyed.
    private static let decodesOfOneScanner = 500

    /// Creates a reader.
    ///
    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        scanner = try Self.scanner()
        drawing = SymbolDrawing()
        decodes = 0
    }

    /// Creates a scanner that examines every second row and column, which is enough for what ``SymbolDrawing`` draws.
    private static func scanner() throws(QRDecoderError) -> ZBarScanner {
        try ZBarScanner(triesInverted: false, density: 2)
    }

    /// Reads a symbol.
    ///
    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: The layout of the symbol's version, with one module per level.
    /// - Returns: The content; nil if zbar cannot read the symbol, or if it is one part of a sequence of codes.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    /// - Complexity: 0.12 ms for a ticket's symbol of 37 modules a side, 0.25 ms if zbar cannot read it.
    mutating func read(_ levels: [Int16], layout: SymbolLayout) throws(QRDecoderError) -> [UInt8]? {
        if decodes >= Self.decodesOfOneScanner {
            scanner = try Self.scanner()
            decodes = 0
        }
        decodes += 1
        return try scanner.firstContent(of: drawing.draw(levels, layout: layout))
    }
}
