// Grids that are no symbols.

import TestSupport
import Testing

@testable import QRReader

@Suite struct ReadingHostileTests {
    @Test("Random and nearly right grids are never read")
    func refusesNoise() throws {
        var random = SeededGenerator()
        var reader = try SymbolReader()
        for round in 0..<20_000 {
            // Mostly the small symbols: they have the fewest bytes to tell chance by.
            let number = round % 100 == 0 ? Int.random(in: 6...40, using: &random) : 1 + round % 5
            let version = try #require(SymbolVersion(number: number))
            let grid = Self.noise(version: version, using: &random)
            #expect(try reader.read(grid) == nil, "version \(number), round \(round), seed \(random.seed)")
        }
    }

    /// Noise, half of the time with fixed patterns and a format that are right.
    static func noise(version: SymbolVersion, using random: inout SeededGenerator) -> ModuleGrid {
        let count = version.dimension * version.dimension
        // Sixteen bits a module: nine for its level; quicker than asking for each.
        var levels: [Int16] = []
        levels.reserveCapacity(count + 3)
        while levels.count < count {
            let bits = random.next()
            for part in 0..<4 { levels.append(Int16(bits >> (16 * part) & 0x1FF) - 255) }
        }
        var grid = ModuleGrid(dimension: version.dimension, levels: Array(levels.prefix(count)))
        guard Bool.random(using: &random), let format = FormatInformation.all.randomElement(using: &random) else {
            return grid
        }
        for copy in FormatInformation.places(dimension: version.dimension) {
            for (bit, index) in copy.enumerated() { grid.levels[index] = format.encoded >> bit & 1 == 1 ? 200 : -200 }
        }
        return grid
    }

    @Test("A grid of a size that no version has is not read")
    func refusesWrongSizes() throws {
        var reader = try SymbolReader()
        for dimension in [-4, 0, 1, 17, 20, 22, 23, 24, 181, 185] {
            let grid = ModuleGrid(dimension: dimension, levels: Array(repeating: 1, count: dimension * dimension))
            #expect(try reader.read(grid) == nil)
        }
        for count in [0, 440, 442] {
            #expect(try reader.read(ModuleGrid(dimension: 21, levels: Array(repeating: 1, count: count))) == nil)
        }
    }

    @Test("Levels beyond their range do no harm", arguments: [Int16.min, -256, -1, 0, 1, 256, .max])
    func survivesExtremes(level: Int16) throws {
        var reader = try SymbolReader()
        for version in [1, 7, 40] {
            let dimension = 17 + 4 * version
            let levels = Array(repeating: level, count: dimension * dimension)
            #expect(try reader.read(ModuleGrid(dimension: dimension, levels: levels)) == nil)
        }
    }

    @Test("Random data never stop the parser, and hardly any pass")
    func survivesRandomData() throws {
        var random = SeededGenerator()
        var refused = 0
        for _ in 0..<20_000 {
            let data = random.bytes(.random(in: 0...60, using: &random))
            let version = try #require(SymbolVersion(number: .random(in: 1...40, using: &random)))
            if DataSegments.content(of: data, version: version) == nil { refused += 1 }
        }
        #expect(refused > 19_500, "seed \(random.seed)")
    }
}
