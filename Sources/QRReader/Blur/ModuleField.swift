// The modules that a symbol of a version has whatever it says.

/// A symbol's modules as numbers, with the quiet zone around them: 1 is light, -1 dark, 0 unknown.
struct ModuleField {
    /// The modules of the quiet zone on each side, taken as light; those beyond its four are so only near a symbol.
    static let margin = 13

    let dimension: Int
    /// The numbers in a row.
    let stride: Int
    /// Row by row, `stride` each.
    var values: [Float]
    /// 1 for each number of ``values`` that is known, otherwise 0.
    private(set) var known: [Float]
    /// The indices of the unknown modules in ``values``.
    private(set) var unknown: [Int] = []

    /// Creates the field of a version, in which only the fixed patterns are known.
    ///
    /// The dark module next to a format's copy counts as unknown: it lies elsewhere in a mirrored symbol.
    init(_ layout: SymbolLayout) {
        dimension = layout.version.dimension
        stride = dimension + 2 * Self.margin
        values = Array(repeating: 1, count: stride * stride)
        known = Array(repeating: 1, count: stride * stride)
        for row in 0..<dimension {
            for column in 0..<dimension {
                let module = layout.modules[row * dimension + column]
                let isCorner = (row, column) == (dimension - 8, 8)
                set(isCorner ? .data : module, at: index(row: row, column: column))
            }
        }
    }

    /// Returns a module's index in ``values``.
    func index(row: Int, column: Int) -> Int {
        (row + Self.margin) * stride + column + Self.margin
    }

    /// Returns the index in ``values`` of the module in which a place lies.
    ///
    /// - Parameter place: A place at most two modules outside the symbol.
    /// - Returns: The index.
    func index(of place: ModuleMap.Place) -> Int {
        index(row: Int(place.v + 2) - 2, column: Int(place.u + 2) - 2)
    }

    private mutating func set(_ module: SymbolLayout.Module, at index: Int) {
        switch module {
        case .dark: values[index] = -1
        case .light: values[index] = 1
        case .data, .format:
            (values[index], known[index]) = (0, 0)
            unknown.append(index)
        }
    }

    /// Returns the field with all modules known.
    ///
    /// - Parameter modules: A number for each of ``unknown``, -1 to 1.
    /// - Returns: The complete field.
    func completed(_ modules: [Float]) -> ModuleField {
        var field = self
        for (index, value) in zip(unknown, modules) {
            (field.values[index], field.known[index]) = (value, 1)
        }
        return field
    }

    /// Returns the symbol as a grid, whose confidences are how near a module is to 1 or -1.
    ///
    /// - Parameter modules: A number for each of ``unknown``.
    /// - Returns: The grid; a module that is no number is light.
    func grid(_ modules: [Float]) -> ModuleGrid {
        let field = completed(modules)
        var grid = ModuleGrid(dimension: dimension, levels: Array(repeating: 0, count: dimension * dimension))
        for row in 0..<dimension {
            for column in 0..<dimension {
                let value = field.values[index(row: row, column: column)]
                let isWithin = value >= -1 && value <= 1
                grid[row: row, column: column] = isWithin ? Int16(value * -127) : value < 0 ? 127 : -127
            }
        }
        return grid
    }

    /// Returns the field of a symbol whose modules are all known.
    ///
    /// - Parameter grid: The modules; above 0 is dark.
    /// - Returns: The complete field.
    func completed(_ grid: ModuleGrid) -> ModuleField {
        completed(numbers(of: grid).map { $0 == 0 ? 1 : $0 })
    }

    /// Returns what a grid says of the unknown modules.
    ///
    /// - Parameter grid: The modules; above 0 is dark, below 0 light.
    /// - Returns: A number for each of ``unknown``: -1 is dark, 1 light, 0 neither.
    func numbers(of grid: ModuleGrid) -> [Float] {
        unknown.map { index in
            let level = grid[row: index / stride - Self.margin, column: index % stride - Self.margin]
            return level == 0 ? 0 : level > 0 ? -1 : 1
        }
    }
}

/// The fields of the dimensions that were needed.
struct ModuleFields {
    /// By version.
    private var fields: [ModuleField?] = Array(repeating: nil, count: 41)

    /// The field of a symbol with this many modules per side; nil if no version has as many.
    subscript(dimension: Int) -> ModuleField? {
        mutating get {
            guard let version = SymbolVersion(dimension: dimension) else { return nil }
            if let field = fields[version.number] { return field }
            let field = ModuleField(SymbolLayout(version: version))
            fields[version.number] = field
            return field
        }
    }
}
