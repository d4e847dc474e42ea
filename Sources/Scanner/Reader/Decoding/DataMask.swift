// The patterns that keep a symbol's data from looking like a finder.

/// One of the eight data masks (ISO/IEC 18004:2015, table 10).
///
/// All repeat every 12 rows and 12 columns, so a tile of 144 modules tells them apart.
enum DataMask: UInt8, CaseIterable {
    case rowPlusColumn, row, column, diagonals, blocks, products, productsParity, mixedParity

    /// - Parameters:
    ///   - row: From the top of the symbol.
    ///   - column: From its left side.
    /// - Returns: The module's place in ``tile``, 0 to 143.
    static func tile(row: Int, column: Int) -> UInt8 {
        UInt8(row % 12 * 12 + column % 12)
    }

    /// For each module of a tile 1 where the mask inverts it, else 0.
    static let tiles: [[UInt8]] = allCases.map { mask in
        (0..<144).map { mask.inverts(row: $0 / 12, column: $0 % 12) ? 1 : 0 }
    }

    private func inverts(row: Int, column: Int) -> Bool {
        switch self {
        case .rowPlusColumn: (row + column) % 2 == 0
        case .row: row % 2 == 0
        case .column: column % 3 == 0
        case .diagonals: (row + column) % 3 == 0
        case .blocks: (row / 2 + column / 3) % 2 == 0
        case .products: row * column % 2 + row * column % 3 == 0
        case .productsParity: (row * column % 2 + row * column % 3) % 2 == 0
        case .mixedParity: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
