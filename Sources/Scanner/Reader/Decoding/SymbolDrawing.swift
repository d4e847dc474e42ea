// A sampled symbol drawn again, as clean as a printer would.

/// Draws symbols for a decoder of pictures.
///
/// Its picture is reused, so that drawing another symbol of the same size allocates nothing.
struct SymbolDrawing {
    /// Of a pixel: a finder pattern's core of three modules is 7 pixels wide, the least that zbar finds in every second
    /// row and column. It wants three lines no further apart than (4 × width + 7) / 16 pixels.
    private static let moduleThirds = 7
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
        let width = Self.pixels(toModule: dimension + Self.quietZoneModules)
        if luma.count != width * width { luma = Array(repeating: 255, count: width * width) }
        for row in 0..<dimension {
            let rows = Self.pixels(toModule: row)..<Self.pixels(toModule: row + 1)
            for column in 0..<dimension {
                let isDark =
                    switch layout.modules[row * dimension + column] {
                    case .data, .format: levels[row * dimension + column] > 0
                    case .dark: true
                    case .light: false
                    }
                let columns = Self.pixels(toModule: column)..<Self.pixels(toModule: column + 1)
                for y in rows {
                    for x in columns { luma[y * width + x] = isDark ? 0 : 255 }
                }
            }
        }
        return Frame(width: width, height: width, luma: luma)
    }

    /// Where a module begins, from the picture's edge.
    private static func pixels(toModule module: Int) -> Int {
        ((module + quietZoneModules) * moduleThirds + 1) / 3
    }
}
