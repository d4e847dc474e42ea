// Draws a sampled symbol again, as cleanly as a printer.

/// Draws symbols for a decoder that takes pictures.
///
/// Reuses its picture, so drawing another symbol of the same size allocates nothing.
struct SymbolDrawing {
    /// The size of a module, in thirds of a pixel: the three-module core of a finder pattern is 7 pixels wide, the
    /// least that zbar detects in every second row and column. It requires three lines at most (4 × width + 7) / 16
    /// pixels apart.
    private static let moduleThirds = 7
    /// The narrowest quiet zone that zbar reads without loss. The standard's four modules (ISO/IEC 18004:2015, 5.3.8)
    /// allow for other things around a symbol; here there are none, and zbar would scan every pixel of the margin.
    private static let quietZoneModules = 1

    private var luma: [UInt8] = []

    /// Draws a symbol: its fixed patterns as the standard defines them, the rest as sampled.
    ///
    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: The layout of the symbol's version, with one module per level.
    /// - Returns: The picture, dark on light.
    mutating func draw(_ levels: [Int16], layout: SymbolLayout) -> Frame {
        let dimension = layout.version.dimension
        let width = Self.pixels(toModule: dimension + Self.quietZoneModules)
        if luma.count != width * width { luma = Array(repeating: 255, count: width * width) }
        precondition(levels.count == dimension * dimension && layout.modules.count == levels.count)
        for row in 0..<dimension {
            let rows = Self.pixels(toModule: row)..<Self.pixels(toModule: row + 1)
            draw(row: row, of: levels, layout, from: rows.lowerBound * width)
            var pixels = luma.mutableSpan
            for place in (rows.lowerBound + 1) * width..<rows.upperBound * width {
                pixels[place] = pixels[place - width]
            }
        }
        return Frame(width: width, height: width, luma: luma)
    }

    /// Draws a row of modules into one row of pixels.
    private mutating func draw(row: Int, of levels: [Int16], _ layout: SymbolLayout, from start: Int) {
        let dimension = layout.version.dimension
        let (modules, levels) = (layout.modules.span, levels.span)
        var all = luma.mutableSpan
        var pixels = all._mutatingExtracting(start..<start + Self.pixels(toModule: dimension))
        var first = Self.pixels(toModule: 0)
        for column in 0..<dimension {
            let end = Self.pixels(toModule: column + 1)
            let index = row &* dimension &+ column
            let isDark =
                switch modules[unchecked: index] {
                case .data, .format: levels[unchecked: index] > 0
                case .dark: true
                case .light: false
                }
            let value: UInt8 = isDark ? 0 : 255
            // Two or three pixels.
            pixels[first] = value
            pixels[first + 1] = value
            pixels[end - 1] = value
            first = end
        }
    }

    /// Returns the pixel at which a module begins, from the picture's edge.
    private static func pixels(toModule module: Int) -> Int {
        ((module + quietZoneModules) * moduleThirds + 1) / 3
    }
}
