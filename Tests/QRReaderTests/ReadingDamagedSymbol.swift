// Symbols with damage of a known extent.

import TestSupport

@testable import QRReader

/// A symbol's grid, to be damaged, with the places of its codewords.
struct ReadingDamagedSymbol {
    let content: [UInt8]
    let format: FormatInformation
    let layout: SymbolLayout
    let blocks: BlockLayout
    var grid: ModuleGrid

    /// A symbol of random content, mask and, where not given, version and level.
    init(
        version: Int? = nil, level: ErrorCorrectionLevel? = nil, using random: inout SeededGenerator
    ) throws {
        let version = version ?? .random(in: 1...40, using: &random)
        let level = level ?? ErrorCorrectionLevel.allCases.randomElement(using: &random) ?? .low
        content = random.bytes(7)
        var symbol = try ReadingSymbol(version: version, level: level, segments: [.bytes(content)])
        symbol.remask(DataMask.allCases.randomElement(using: &random) ?? .row)
        format = symbol.format
        layout = SymbolLayout(version: symbol.version)
        blocks = BlockLayout(of: layout, level: level)
        grid = symbol.grid()
    }

    /// Damages codewords of every block, none twice.
    ///
    /// - Parameters:
    ///   - count: In each block.
    ///   - confidence: Of their modules, from now on; at least one of them is wrong.
    ///   - random: Chooses.
    mutating func damage(codewordsPerBlock count: Int, confidence: Int16, using random: inout SeededGenerator) {
        for block in 0..<blocks.blocks {
            let positions = Array(0..<blocks.dataCount(of: block) + blocks.parity).shuffled(using: &random)
            for position in positions.prefix(count) {
                let place = blocks.place(of: position, in: block)
                let wrong = UInt8.random(in: 1 ... .max, using: &random)
                for bit in 0..<8 {
                    let index = Int(layout.data[8 * place + bit].index)
                    let isDark = (grid.levels[index] > 0) != (wrong >> bit & 1 == 1)
                    grid.levels[index] = isDark ? confidence : -confidence
                }
            }
        }
    }

    /// Makes noise of a rectangle, of the fixed patterns in it as well.
    mutating func tear(rows: Range<Int>, columns: Range<Int>, confidence: Int16, using random: inout SeededGenerator) {
        for row in rows {
            for column in columns {
                grid[row: row, column: column] = Bool.random(using: &random) ? confidence : -confidence
            }
        }
    }

    /// The most codewords that any block has in a rectangle.
    func codewordsPerBlock(rows: Range<Int>, columns: Range<Int>) -> Int {
        (0..<blocks.blocks).map { block in
            (0..<blocks.dataCount(of: block) + blocks.parity).count { position in
                let place = blocks.place(of: position, in: block)
                return layout.data[8 * place..<8 * place + 8].contains { module in
                    rows.contains(Int(module.index) / grid.dimension)
                        && columns.contains(Int(module.index) % grid.dimension)
                }
            }
        }.max() ?? 0
    }
}
