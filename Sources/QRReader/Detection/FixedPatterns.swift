// The parts that are the same in all symbols of a version, used to fit symbols to a picture.

/// A module whose colour is the same in every symbol of a version.
struct SymbolMark {
    /// The module's centre, in modules from the symbol's top left corner.
    var place: Vector
    /// 1 if light, -1 if dark.
    var sign: Float
}

/// Marks, and the same in the form in which eight are looked up at once.
struct MarkList {
    /// Eight marks; those that fill up the last block have the sign 0.
    struct Block {
        var x = SIMD8<Float>.zero
        var y = SIMD8<Float>.zero
        var sign = SIMD8<Float>.zero
    }

    private(set) var marks: [SymbolMark] = []
    private(set) var blocks: [Block] = []

    var count: Int { marks.count }

    mutating func append(_ mark: SymbolMark) {
        let lane = marks.count % 8
        marks.append(mark)
        if lane == 0 { blocks.append(Block()) }
        let last = blocks.count - 1
        blocks[last].x[lane] = mark.place.x
        blocks[last].y[lane] = mark.place.y
        blocks[last].sign[lane] = mark.sign
    }
}

/// The function patterns of a version.
///
/// - SeeAlso: ISO/IEC 18004:2015, 6.3 and annex E.
struct FixedPatterns {
    /// Modules per side.
    let dimension: Int
    /// The three finder patterns, each with its separator.
    private(set) var finders = MarkList()
    /// Both timing patterns.
    private(set) var timing = MarkList()
    /// All alignment patterns.
    private(set) var alignment = MarkList()
    /// The row and column numbers of the alignment patterns' centres, ascending; none in version 1.
    let alignmentLines: [Int]

    /// The number of marks.
    var count: Int { finders.count + timing.count + alignment.count }

    /// The range of valid dimensions.
    static let dimensions = 21...177

    /// The centre of the last alignment pattern, the one nearest to the corner without a finder pattern.
    var lastAlignment: Vector? {
        alignmentLines.last.map { Vector(Float($0), Float($0)) + 0.5 }
    }

    /// Creates the patterns of a version.
    ///
    /// - Parameter dimension: Modules per side: 21, 25 … 177.
    init(dimension: Int) {
        self.dimension = dimension
        alignmentLines = SymbolVersion(dimension: dimension)?.alignmentCentres ?? []
        for corner in [(0, 0), (dimension - 7, 0), (0, dimension - 7)] {
            addFinder(left: corner.0, top: corner.1)
        }
        for index in 8..<dimension - 8 {
            timing.append(mark(index, 6, isLight: index % 2 == 1))
            timing.append(mark(6, index, isLight: index % 2 == 1))
        }
        for row in alignmentLines {
            for column in alignmentLines where !isFinder(column, row) {
                addAlignment(column, row)
            }
        }
    }

    /// Returns whether an alignment pattern would overlap a finder pattern and is therefore omitted.
    func isFinder(_ column: Int, _ row: Int) -> Bool {
        let last = dimension - 7
        return (column, row) == (6, 6) || (column, row) == (last, 6) || (column, row) == (6, last)
    }

    /// Returns the share of modules with the right colour in a sampled symbol's finder or timing patterns, whichever
    /// is lower.
    ///
    /// Of 450 readable symbols, one had less than nine tenths right; texture has half of them right.
    func shareSeen(in grid: ModuleGrid) -> Float {
        min(Self.share(of: finders, in: grid), Self.share(of: timing, in: grid))
    }

    private static func share(of list: MarkList, in grid: ModuleGrid) -> Float {
        var count = 0
        for mark in list.marks {
            let level = grid[row: Int(mark.place.y), column: Int(mark.place.x)]
            if mark.sign > 0 ? level < 0 : level > 0 { count += 1 }
        }
        return Float(count) / Float(list.count)
    }

    private mutating func addFinder(left: Int, top: Int) {
        for row in top - 1...top + 7 where 0..<dimension ~= row {
            for column in left - 1...left + 7 where 0..<dimension ~= column {
                let ring = max(abs(column - left - 3), abs(row - top - 3))
                finders.append(mark(column, row, isLight: ring == 2 || ring == 4))
            }
        }
    }

    private mutating func addAlignment(_ column: Int, _ row: Int) {
        for dy in -2...2 {
            for dx in -2...2 {
                alignment.append(mark(column + dx, row + dy, isLight: max(abs(dx), abs(dy)) == 1))
            }
        }
    }

    private func mark(_ column: Int, _ row: Int, isLight: Bool) -> SymbolMark {
        SymbolMark(place: Vector(Float(column), Float(row)) + 0.5, sign: isLight ? 1 : -1)
    }
}
