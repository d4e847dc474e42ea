// The patterns that prevent a symbol's data from looking like a finder pattern.

/// One of the eight data masks (ISO/IEC 18004:2015, table 10).
///
/// All masks repeat every 12 rows and 12 columns, so a tile of 144 modules describes each of them.
enum DataMask: UInt8, CaseIterable {
    case rowPlusColumn, row, column, diagonals, blocks, products, productsParity, mixedParity

    /// Returns a module's index in the mask tiles.
    ///
    /// - Parameters:
    ///   - row: The row, from the top of the symbol.
    ///   - column: The column, from the left of the symbol.
    /// - Returns: The module's index in each of ``tiles``, 0 to 143.
    static func tile(row: Int, column: Int) -> UInt8 {
        UInt8(row % 12 * 12 + column % 12)
    }

    /// For each mask, 1 for each module of a tile that it inverts, otherwise 0.
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
