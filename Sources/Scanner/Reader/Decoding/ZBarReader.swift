// zbar as a reader of symbols that are already found and straightened.

/// Reads symbols by drawing them clean and showing the picture to zbar.
struct ZBarReader: ~Copyable {
    private var drawing: SymbolDrawing
    private var scanner: ZBarScanner
    private var decodes: Int

    /// zbar 0.23.92 keeps 0.2 kB per code until its scanner is destroyed, so that is done after this many.
    private static let decodesOfOneScanner = 500

    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        scanner = try Self.scanner()
        drawing = SymbolDrawing()
        decodes = 0
    }

    /// What ``SymbolDrawing`` draws is clear enough for every second row and column.
    private static func scanner() throws(QRDecoderError) -> ZBarScanner {
        try ZBarScanner(triesInverted: false, density: 2)
    }

    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: Of the symbol's version; it has as many modules as there are levels.
    /// - Returns: The content; nil where zbar cannot read it, or it is one part of a sequence of codes.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    /// - Complexity: 0.12 ms for a ticket's symbol of 37 modules a side, 0.25 ms where it cannot read it.
    mutating func read(_ levels: [Int16], layout: SymbolLayout) throws(QRDecoderError) -> [UInt8]? {
        if decodes >= Self.decodesOfOneScanner {
            scanner = try Self.scanner()
            decodes = 0
        }
        decodes += 1
        return try scanner.firstContent(of: drawing.draw(levels, layout: layout))
    }
}
