// Error correction of single blocks, and what is believed of it.

import TestSupport
import Testing

@testable import QRReader

@Suite struct ReadingCorrectionTests {
    /// A block, its code word being all zeros, which every linear code has.
    private struct Block {
        let parity: Int
        var codewords: [UInt8]
        private(set) var damaged: [Int] = []

        init(using random: inout SeededGenerator) {
            parity = .random(in: 7...30, using: &random)
            codewords = Array(repeating: 0, count: .random(in: parity + 1...255, using: &random))
        }

        mutating func damage(_ count: Int, using random: inout SeededGenerator) {
            damaged = Array(codewords.indices.shuffled(using: &random).prefix(count))
            for position in damaged { codewords[position] = .random(in: 1 ... .max, using: &random) }
        }

        mutating func apply(_ corrections: [ReedSolomon.Correction]) {
            for correction in corrections { codewords[correction.position] ^= correction.value }
        }
    }

    @Test("Errors and erasures are corrected as long as twice the errors and the erasures fit the parity")
    func correctsAll() throws {
        var random = SeededGenerator()
        var reedSolomon = ReedSolomon()
        for _ in 0..<2_000 {
            var block = Block(using: &random)
            let erased = Int.random(in: 0...block.parity, using: &random)
            let errors = Int.random(in: 0...(block.parity - erased) / 2, using: &random)
            guard erased + errors <= block.codewords.count else { continue }
            block.damage(erased + errors, using: &random)
            if reedSolomon.load(block.codewords, parity: block.parity) {
                #expect(erased + errors == 0, "seed \(random.seed)")
                continue
            }
            let isSolved = reedSolomon.solve(
                erasing: block.damaged[..<erased], maximumErrors: (block.parity - erased) / 2)
            #expect(isSolved, "\(erased) erased, \(errors) wrong of \(block.parity), seed \(random.seed)")
            block.apply(reedSolomon.corrections)
            #expect(block.codewords.allSatisfy { $0 == 0 }, "seed \(random.seed)")
        }
    }

    @Test("What is corrected is a sound block, even where it was damaged beyond its bearing")
    func givesSoundBlocks() throws {
        var random = SeededGenerator()
        var reedSolomon = ReedSolomon()
        var solvedCount = 0
        for _ in 0..<20_000 {
            var block = Block(using: &random)
            block.codewords = random.bytes(block.codewords.count)
            _ = reedSolomon.load(block.codewords, parity: block.parity)
            let erased = Int.random(in: max(0, block.parity - 8)...block.parity, using: &random)
            let suspects = Array(block.codewords.indices.shuffled(using: &random).prefix(erased))
            if reedSolomon.solve(erasing: suspects[...], maximumErrors: (block.parity - erased) / 2) {
                block.apply(reedSolomon.corrections)
                let isSound = reedSolomon.load(block.codewords, parity: block.parity)
                #expect(isSound, "seed \(random.seed)")
                solvedCount += 1
            }
        }
        #expect(solvedCount > 1_000)
    }

    @Test("The smallest symbols correct less than their parity allows, to notice what they cannot correct")
    func protectsSmallSymbols() throws {
        // ISO/IEC 18004:2015, table 9: L, M, Q and H.
        for (number, errors) in [(1, [2, 4, 6, 8]), (2, [4, 8, 11, 14]), (3, [7, 13, 9, 11]), (4, [10, 9, 13, 8])] {
            let layout = SymbolLayout(version: try #require(SymbolVersion(number: number)))
            let levels: [ErrorCorrectionLevel] = [.low, .medium, .quartile, .high]
            #expect(levels.map { BlockLayout(of: layout, level: $0).correctableErrors } == errors)
        }
    }

    @Test("A block with no parity to spare has no margin, one with few changes a large one")
    func weighsMargins() {
        let margin = CorrectionMargin()
        let chance = (0..<10).map { ReedSolomon.Correction(position: $0, value: 0x5A) }
        #expect(margin.bits(of: chance, erased: 10, length: 26, parity: 10) < 1)
        // Four codewords of parity unused are 32 bits, whatever was erased.
        let erasures = Array(chance.prefix(6))
        #expect(margin.bits(of: erasures, erased: 6, length: 26, parity: 10) >= 32)
        // Five modules of 208 are 2³² choices: 80 bits less 32 and 1.
        let specks = (0..<5).map { ReedSolomon.Correction(position: $0, value: 1) }
        #expect((46...48).contains(margin.bits(of: specks, erased: 0, length: 26, parity: 10)))
    }

    @Test("The margin bears every correction there can be")
    func survivesAllMargins() {
        let margin = CorrectionMargin()
        for parity in 7...30 {
            for count in 0...parity {
                let corrections = (0..<count).map { ReedSolomon.Correction(position: $0, value: 0xFF) }
                for erased in 0...count {
                    for length in [parity + 1, 255] {
                        let bits = margin.bits(of: corrections, erased: erased, length: length, parity: parity)
                        #expect(bits.isFinite)
                    }
                }
            }
        }
    }

    @Test("Where some blocks cannot be corrected, the modules of the others are certain", arguments: [false, true])
    func settled(isMirrored: Bool) throws {
        let content = String(repeating: "BLOCKS 0123456789 ", count: 7)
        let symbol = try ReadingSymbol(version: 6, level: .medium, segments: [.alphanumeric(content)])
        let layout = SymbolLayout(version: symbol.version)
        let blocks = BlockLayout(of: layout, level: .medium)
        #expect(blocks.blocks == 4)
        var levels = symbol.isDark.map { $0 ? Int16(100) : -100 }
        var isDamaged = Array(repeating: false, count: levels.count)
        for block in [1, 3] {
            for position in 0..<blocks.count(of: block) {
                let place = blocks.place(of: position, in: block)
                for module in layout.data[8 * place..<8 * place + 8] { isDamaged[Int(module.index)] = true }
            }
        }
        for index in levels.indices where isDamaged[index] && index % 3 == 0 { levels[index] *= -1 }
        // An error in the other blocks is corrected.
        let wrong = Int(layout.data[0].index)
        levels[wrong] *= -1
        let side = symbol.dimension
        func turned(_ index: Int) -> Int { isMirrored ? index % side * side + index / side : index }
        var reader = SoftReader()
        let seen = levels.indices.map { levels[turned($0)] }
        let whole = reader.read(seen, layout: layout)
        #expect(whole == nil)
        let found = reader.settled(seen, layout: layout)
        let settled = try #require(found)
        #expect(settled.blocks == 2)
        let carriesData = Set(layout.data.prefix(8 * blocks.codewords).map { Int($0.index) })
        for index in levels.indices {
            let level = settled.modules[turned(index)]
            guard carriesData.contains(index), !isDamaged[index] else {
                #expect(level == 0, "module \(index)")
                continue
            }
            #expect(level != 0 && (level > 0) == symbol.isDark[index], "module \(index)")
        }
    }
}
