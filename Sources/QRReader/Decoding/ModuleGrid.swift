// The interface between finding a symbol and reading it.

/// A symbol's modules sampled from a picture: `dimension` rows of `dimension` levels.
struct ModuleGrid {
    /// Modules per side: 21, 25 … 177.
    private(set) var dimension: Int
    /// Row by row from the top: above 0 is dark, below 0 light; the magnitude is the confidence, 0 to 255.
    var levels: [Int16]

    /// Creates a grid.
    ///
    /// - Parameters:
    ///   - dimension: Modules per side.
    ///   - levels: `dimension * dimension` levels; a grid with any other number is never readable.
    init(dimension: Int, levels: [Int16]) {
        self.dimension = dimension
        self.levels = levels
    }

    /// Changes the size; all levels must be set again.
    mutating func resize(to dimension: Int) {
        let count = dimension * dimension
        self.dimension = dimension
        if levels.count < count { levels.append(contentsOf: repeatElement(0, count: count - levels.count)) }
        if levels.count > count { levels.removeLast(levels.count - count) }
    }

    subscript(row row: Int, column column: Int) -> Int16 {
        get { levels[row * dimension + column] }
        set { levels[row * dimension + column] = newValue }
    }
}
