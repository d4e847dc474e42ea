// A sampled symbol drawn again, as clean as a printer would.

/// Draws symbols for a decoder of pictures.
///
/// Its picture is reused, so that drawing another symbol of the same size allocates nothing.
struct SymbolDrawing {
    /// The narrowest module that zbar reads without loss; 3 and 4 double and treble its time for nothing.
    private static let modulePixels = 2
    /// The narrowest that zbar reads without loss. The standard's four (ISO/IEC 18004:2015, 5.3.8) are for what may lie
    /// around a symbol; here nothing does, and zbar would look through every pixel of it.
    private static let quietZoneModules = 1

    private var luma: [UInt8] = []

    /// Draws a symbol: its fixed patterns as they should be, the rest as it was sampled.
    ///
    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: Of the symbol's version; it has as many modules as there are levels.
    /// - Returns: The picture, dark on light.
    mutating func draw(_ levels: [Int16], layout: SymbolLayout) -> Frame {
        let dimension = layout.version.dimension
        let width = (dimension + 2 * Self.quietZoneModules) * Self.modulePixels
        if luma.count != width * width { luma = Array(repeating: 255, count: width * width) }
        for row in 0..<dimension {
            for column in 0..<dimension {
                let isDark =
                    switch layout.modules[row * dimension + column] {
                    case .data, .format: levels[row * dimension + column] > 0
                    case .dark: true
                    case .light: false
                    }
                fill(row: row, column: column, width: width, with: isDark ? 0 : 255)
            }
        }
        return Frame(width: width, height: width, luma: luma)
    }

    private mutating func fill(row: Int, column: Int, width: Int, with value: UInt8) {
        let top = (row + Self.quietZoneModules) * Self.modulePixels
        let left = (column + Self.quietZoneModules) * Self.modulePixels
        for y in top..<top + Self.modulePixels {
            for x in left..<left + Self.modulePixels { luma[y * width + x] = value }
        }
    }
}
