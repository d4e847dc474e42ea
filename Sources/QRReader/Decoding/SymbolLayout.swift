// The purpose of each module in a symbol.

/// The map of a version's modules: fixed patterns, format information, and data modules in order.
struct SymbolLayout {
    /// The purpose of a module.
    enum Module: UInt8 {
        case data
        /// Carries format information, which varies between symbols.
        case format
        /// Dark in every symbol of the version.
        case dark
        /// Light in every symbol of the version.
        case light
    }

    /// A module that carries a bit of a codeword.
    struct DataModule {
        /// The row times the dimension, plus the column.
        let index: Int32
        /// The index in a mirrored symbol: the column times the dimension, plus the row.
        let mirroredIndex: Int32
        /// The index in a mask tile: see ``DataMask/tile(row:column:)``.
        let tile: UInt8
    }

    let version: SymbolVersion
    /// Row by row from the top.
    private(set) var modules: [Module]
    /// The modules of the codewords in order, eight each, followed by up to seven unused ones.
    private(set) var data: [DataModule] = []

    /// The positions of the two copies of the format information.
    let formatPlaces: [[Int]]

    private var dimension: Int { version.dimension }

    init(version: SymbolVersion) {
        self.version = version
        formatPlaces = FormatInformation.places(dimension: version.dimension)
        modules = Array(repeating: .data, count: version.dimension * version.dimension)
        drawTimingPatterns()
        drawFinderPatterns()
        drawAlignmentPatterns()
        drawFormatInformation()
        drawVersionInformation()
        placeData()
    }

    private mutating func draw(row: Int, column: Int, isDark: Bool) {
        modules[row * dimension + column] = isDark ? .dark : .light
    }

    private mutating func drawTimingPatterns() {
        for step in 0..<dimension {
            draw(row: 6, column: step, isDark: step % 2 == 0)
            draw(row: step, column: 6, isDark: step % 2 == 0)
        }
    }

    /// Draws three finder patterns, each with its separator.
    private mutating func drawFinderPatterns() {
        let far = dimension - 7
        for (top, left) in [(0, 0), (0, far), (far, 0)] {
            for row in max(0, top - 1)...min(dimension - 1, top + 7) {
                for column in max(0, left - 1)...min(dimension - 1, left + 7) {
                    let ring = max(abs(row - top - 3), abs(column - left - 3))
                    draw(row: row, column: column, isDark: ring != 2 && ring != 4)
                }
            }
        }
    }

    private mutating func drawAlignmentPatterns() {
        let centres = version.alignmentCentres
        guard let first = centres.first, let last = centres.last else { return }
        for row in centres {
            for column in centres {
                // Three corners are taken by the finder patterns.
                if (row, column) == (first, first) || (row, column) == (first, last) || (row, column) == (last, first) {
                    continue
                }
                drawAlignmentPattern(row: row, column: column)
            }
        }
    }

    private mutating func drawAlignmentPattern(row: Int, column: Int) {
        for down in -2...2 {
            for right in -2...2 {
                draw(row: row + down, column: column + right, isDark: max(abs(down), abs(right)) != 1)
            }
        }
    }

    private mutating func drawFormatInformation() {
        for copy in formatPlaces {
            for index in copy { modules[index] = .format }
        }
        // One module next to the second copy is always dark (7.9.1).
        draw(row: dimension - 8, column: 8, isDark: true)
    }

    /// Draws two blocks of 6 by 3, mirror images of each other, the lowest bit nearest to the corner (7.10).
    private mutating func drawVersionInformation() {
        guard let information = version.information else { return }
        for bit in 0..<18 {
            let isDark = information >> bit & 1 == 1
            let (along, across) = (bit / 3, dimension - 11 + bit % 3)
            draw(row: along, column: across, isDark: isDark)
            draw(row: across, column: along, isDark: isDark)
        }
    }

    /// Places the data in pairs of columns from the right, alternately upwards and downwards, skipping the timing
    /// pattern (7.7.3).
    private mutating func placeData() {
        data.reserveCapacity(modules.count)
        var goesUp = true
        for pair in stride(from: dimension - 1, through: 1, by: -2) {
            // Left of the vertical timing pattern, in column 6, the pairs shift by one.
            let right = pair <= 6 ? pair - 1 : pair
            for step in 0..<dimension {
                let row = goesUp ? dimension - 1 - step : step
                for column in [right, right - 1] where modules[row * dimension + column] == .data {
                    data.append(
                        DataModule(
                            index: Int32(row * dimension + column), mirroredIndex: Int32(column * dimension + row),
                            tile: DataMask.tile(row: row, column: column)))
                }
            }
            goesUp.toggle()
        }
    }

    /// Returns whether a symbol can be of this version, judging by the two copies of its version information.
    ///
    /// - Parameter levels: The modules, row by row; above 0 is dark.
    /// - Returns: False if both copies indicate another version; one copy may be lost. Always true below version 7.
    func hasPlausibleVersion(_ levels: [Int16]) -> Bool {
        guard version.number >= 7 else { return true }
        var (below, beside) = (0, 0)
        for along in 0..<6 {
            for across in dimension - 11..<dimension - 8 {
                // The pattern is symmetric about the diagonal, so a mirrored symbol passes as well.
                let sign = modules[along * dimension + across] == .dark ? 1 : -1
                below += sign * Int(levels[across * dimension + along].signum())
                beside += sign * Int(levels[along * dimension + across].signum())
            }
        }
        return max(below, beside) > 0
    }
}
