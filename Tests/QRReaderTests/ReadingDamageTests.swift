// How much damage is read through, and that more never reads as something else.

import TestSupport
import Testing

@testable import QRReader

@Suite struct ReadingDamageTests {
    @Test("As many wrong codewords as the level bears are read, wherever they are", arguments: 1...40)
    func bearsErrors(version: Int) throws {
        var random = SeededGenerator()
        var reader = SoftReader()
        for level in ErrorCorrectionLevel.allCases {
            var symbol = try ReadingDamagedSymbol(version: version, level: level, using: &random)
            symbol.damage(
                codewordsPerBlock: symbol.blocks.correctableErrors, confidence: 100, using: &random)
            let read = reader.read(symbol.grid.levels, layout: symbol.layout)?.bytes
            #expect(read == symbol.content, "\(level), seed \(random.seed)")
        }
    }

    @Test("Nearly twice as many are read where the modules are doubtful", arguments: 1...40)
    func bearsErasures(version: Int) throws {
        var random = SeededGenerator()
        var reader = SoftReader()
        for level in ErrorCorrectionLevel.allCases {
            var symbol = try ReadingDamagedSymbol(version: version, level: level, using: &random)
            let count = symbol.blocks.parity - 4
            symbol.damage(codewordsPerBlock: count, confidence: 3, using: &random)
            let read = reader.read(symbol.grid.levels, layout: symbol.layout)?.bytes
            #expect(read == symbol.content, "\(level), seed \(random.seed)")
        }
    }

    @Test("Doubtful and wrong codewords together are read, two doubtful ones for a wrong one", arguments: 1...40)
    func bearsBoth(version: Int) throws {
        var random = SeededGenerator()
        var reader = SoftReader()
        var symbol = try ReadingDamagedSymbol(version: version, level: .high, using: &random)
        let usable = symbol.blocks.parity - 4
        let wrong = Int.random(in: 0...usable / 2, using: &random)
        symbol.damage(codewordsPerBlock: wrong, confidence: 100, using: &random)
        symbol.damage(codewordsPerBlock: (usable - 2 * wrong) / 2 * 2, confidence: 3, using: &random)
        let read = reader.read(symbol.grid.levels, layout: symbol.layout)?.bytes
        // A codeword may be hit twice and come right, which only makes it easier.
        #expect(read == symbol.content, "\(wrong) wrong, seed \(random.seed)")
    }

    @Test("Beyond that, and with damage of any kind, a symbol is read right or not at all")
    func neverReadsWrong() throws {
        var random = SeededGenerator()
        var reader = try SymbolReader()
        var readCount = 0
        for _ in 0..<1_000 {
            var symbol = try ReadingDamagedSymbol(version: .random(in: 1...10, using: &random), using: &random)
            let share = Double.random(in: 0...0.12, using: &random)
            for index in symbol.grid.levels.indices {
                if Double.random(in: 0..<1, using: &random) < share { symbol.grid.levels[index].negate() }
                symbol.grid.levels[index] /= .random(in: 1...8, using: &random)
            }
            let read = try reader.read(symbol.grid)?.bytes
            #expect(read == nil || read == symbol.content, "seed \(random.seed)")
            if read != nil { readCount += 1 }
        }
        #expect(readCount > 100, "the damage was meant to be bearable at times")
    }

    @Test("zbar reads nothing that the soft decoder does not, and both read the same")
    func readsWhatZBarReads() throws {
        var random = SeededGenerator()
        var soft = SoftReader()
        var zbar = try ZBarReader()
        for _ in 0..<600 {
            var symbol = try ReadingDamagedSymbol(version: .random(in: 1...8, using: &random), using: &random)
            let share = Double.random(in: 0...0.06, using: &random)
            for index in symbol.grid.levels.indices where Double.random(in: 0..<1, using: &random) < share {
                symbol.grid.levels[index].negate()
            }
            if let read = try zbar.read(symbol.grid.levels, layout: symbol.layout) {
                #expect(soft.read(symbol.grid.levels, layout: symbol.layout)?.bytes == read, "seed \(random.seed)")
            }
        }
    }

    @Test("A torn corner or a stripe is read where it leaves enough", arguments: [3, 5, 10, 25])
    func bearsBursts(version: Int) throws {
        var random = SeededGenerator()
        var reader = try SymbolReader()
        var readCount = 0
        for _ in 0..<100 {
            var symbol = try ReadingDamagedSymbol(version: version, level: .quartile, using: &random)
            let end = symbol.grid.dimension
            let (height, width) = (Int.random(in: 1...end / 2, using: &random), Int.random(in: 1...end, using: &random))
            let (rows, columns) = (end - height..<end, max(9, end - width)..<end)
            let damaged = symbol.codewordsPerBlock(rows: rows, columns: columns)
            symbol.tear(rows: rows, columns: columns, confidence: 5, using: &random)
            let read = try reader.read(symbol.grid)?.bytes
            if damaged <= symbol.blocks.parity - 4 {
                #expect(read == symbol.content, "\(rows) \(columns), seed \(random.seed)")
                readCount += 1
            } else {
                #expect(read == nil || read == symbol.content, "seed \(random.seed)")
            }
        }
        #expect(readCount > 20, "the damage was meant to be bearable at times")
    }

    @Test("One copy of the format information may be lost, however clear what lies over it")
    func bearsLostFormat() throws {
        var random = SeededGenerator()
        var reader = SoftReader()
        for version in 1...40 {
            var symbol = try ReadingDamagedSymbol(version: version, using: &random)
            let lost = symbol.layout.formatPlaces[Int.random(in: 0...1, using: &random)]
            let isDark = Bool.random(using: &random)
            for index in lost { symbol.grid.levels[index] = isDark ? 255 : -255 }
            let read = reader.read(symbol.grid.levels, layout: symbol.layout)?.bytes
            #expect(read == symbol.content, "version \(version), seed \(random.seed)")
        }
    }

    @Test("Three wrong bits in each copy of the format information are read")
    func bearsWrongFormat() throws {
        var random = SeededGenerator()
        var reader = SoftReader()
        for version in 1...40 {
            var symbol = try ReadingDamagedSymbol(version: version, using: &random)
            for copy in symbol.layout.formatPlaces {
                for index in copy.shuffled(using: &random).prefix(3) { symbol.grid.levels[index].negate() }
            }
            let read = reader.read(symbol.grid.levels, layout: symbol.layout)?.bytes
            #expect(read == symbol.content, "version \(version), seed \(random.seed)")
        }
    }

    @Test("One copy of the version information may be lost, not both")
    func bearsLostVersion() throws {
        var random = SeededGenerator()
        var reader = SoftReader()
        var symbol = try ReadingDamagedSymbol(version: 7, level: .high, using: &random)
        let start = symbol.grid.dimension - 11
        for along in 0..<6 {
            for across in start..<start + 3 { symbol.grid[row: along, column: across].negate() }
        }
        #expect(reader.read(symbol.grid.levels, layout: symbol.layout)?.bytes == symbol.content)
        for along in 0..<6 {
            for across in start..<start + 3 { symbol.grid[row: across, column: along].negate() }
        }
        #expect(reader.read(symbol.grid.levels, layout: symbol.layout) == nil)
    }
}

extension Int16 {
    fileprivate mutating func negate() { self = -self }
}
