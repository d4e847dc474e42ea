// Tests of the finder on pictures that are no pictures of symbols.

import TestSupport
import Testing

@testable import QRReader

struct FindingHostileTests {
    /// Reads a frame with both efforts, and expects nothing but an end within the limits.
    private func expectNothing(_ frame: Frame) throws {
        var finder = try SymbolFinder()
        for effort in [DecodeEffort.live, .thorough] {
            let readings = try finder.read(frame, effort: effort)
            #expect(readings.isEmpty)
            expectBounded(finder.work, frame, effort)
        }
    }

    /// Every step begins only where there is work left for all of it; the loops over all pixels may go over the limit.
    private func expectBounded(_ work: WorkBudget, _ frame: Frame, _ effort: DecodeEffort) {
        let limit = SearchLimits(effort, pixels: frame.luma.count).work
        #expect(work.spent <= limit + WorkBudget.pixels(4 * frame.luma.count))
    }

    /// Reads a camera's frame, whatever is in it, and expects it to end within the limit.
    private func expectBounded(_ luma: (_ x: Int, _ y: Int) -> UInt8) throws {
        let (width, height) = (1280, 720)
        let frame = Frame(
            width: width, height: height, luma: (0..<width * height).map { luma($0 % width, $0 / width) })
        var finder = try SymbolFinder()
        _ = try finder.read(frame, effort: .live)
        expectBounded(finder.work, frame, .live)
    }

    @Test("A live frame of woven cloth ends in bounded work", arguments: [4, 6, 9, 14])
    func cloth(period: Int) throws {
        var generator = SeededGenerator()
        try expectBounded { x, y in
            let (column, row) = (x / (period / 2), y / (period / 2))
            let thread = (column + row) % 2 == 0 ? 150 : 70
            let stripe = 40 * (column / 5 + row / 7) % 3
            return UInt8(thread + stripe + Int.random(in: 0..<20, using: &generator))
        }
    }

    @Test("A live frame of a printed raster ends in bounded work", arguments: [3, 5, 8])
    func raster(period: Int) throws {
        try expectBounded { x, y in
            // Dots of different sizes on a grid that is turned by an eighth.
            let (across, down) = ((x + y) % (2 * period) - period, (x - y + 1440) % (2 * period) - period)
            return across * across + down * down < period * period * (x / 160 % 5 + 1) / 6 ? 30 : 220
        }
    }

    @Test("A live frame of checks that look like patterns ends in bounded work", arguments: [2, 3, 5])
    func checks(module: Int) throws {
        let runs: [UInt8] = [1, 0, 1, 1, 1, 0, 1, 0, 0]
        try expectBounded { x, y in
            let (across, down) = (runs[x / module % 9], runs[y / module % 9])
            return across & down == 1 ? 30 : across | down == 1 ? 130 : 230
        }
    }

    @Test("A live frame of hundreds of patterns, each with its own shape, ends in bounded work", arguments: [2, 4])
    func patterns(module: Int) throws {
        var generator = SeededGenerator()
        let side = 10 * module
        let shifts = (0..<(1280 / side + 1) * (720 / side + 1)).map { _ in Int.random(in: 0...module, using: &generator)
        }
        try expectBounded { x, y in
            let shift = shifts[y / side * (1280 / side + 1) + x / side]
            let (column, row) = ((x % side - shift) / module, (y % side - shift / 2) / module)
            let ring = max(abs(column - 4), abs(row - 4))
            return ring == 2 || ring > 3 ? 225 : 25
        }
    }

    @Test("A live frame full of codes, none of which can be read, ends in bounded work", arguments: [7, 25, 40])
    func pageOfCodes(version: Int) throws {
        var generator = SeededGenerator()
        let symbol = try ReadingSymbol(version: version, level: .low, segments: [.alphanumeric("A TICKET")])
        let (module, side) = (version > 30 ? 3 : 2, symbol.dimension + 8)
        try expectBounded { x, y in
            let (column, row) = (x / module % side - 4, y / module % side - 4)
            let inside = 0..<symbol.dimension
            guard inside ~= column, inside ~= row else { return 230 }
            let isFixed = min(column, row) < 9 || column == 6 || row == 6
            let isDark = symbol.isDark[row * symbol.dimension + column]
            return isFixed ? isDark ? 25 : 230 : Bool.random(using: &generator) ? 25 : 230
        }
    }

    @Test(
        "Frames of any shape and one colour hold no code",
        arguments: [(1, 1), (1, 4000), (4000, 1), (7, 7), (8, 8), (9, 500), (641, 3), (640, 480)], [UInt8(0), 130, 255]
    )
    func surfaces(size: (width: Int, height: Int), luma: UInt8) throws {
        try expectNothing(FindingPicture(width: size.width, height: size.height, surface: luma).frame)
    }

    @Test("Noise holds no code and ends in bounded work", arguments: [2, 20, 120])
    func noise(amplitude: Int) throws {
        var generator = SeededGenerator()
        var picture = FindingPicture(width: 500, height: 400, surface: 128)
        picture.addNoise(amplitude, &generator)
        try expectNothing(picture.frame)
    }

    @Test("A page of finder patterns ends in bounded work", arguments: [1, 2, 3])
    func pageOfPatterns(module: Int) throws {
        let (width, height, period) = (640, 480, 9 * module)
        let luma = (0..<width * height).map { index -> UInt8 in
            let x = index % width % period / module
            let y = index / width % period / module
            let ring = max(abs(x - 3), abs(y - 3))
            return ring == 2 || ring > 3 ? 230 : 20
        }
        let frame = Frame(width: width, height: height, luma: luma)
        var finder = try SymbolFinder()
        for effort in [DecodeEffort.live, .thorough] {
            _ = try finder.read(frame, effort: effort)
            expectBounded(finder.work, frame, effort)
        }
    }

    @Test("Random pictures of random sizes never stop the finder")
    func fuzz() throws {
        var generator = SeededGenerator()
        var finder = try SymbolFinder()
        let symbol = try ReadingSymbol(version: 3, level: .low, segments: [.alphanumeric("A TICKET")])
        for round in 0..<80 {
            let (width, height) = (
                Int.random(in: 1...260, using: &generator), Int.random(in: 1...200, using: &generator)
            )
            var picture = FindingPicture(width: width, height: height)
            func coordinate() -> Float { Float.random(in: -60...260, using: &generator) }
            let quad = Quad(
                topLeft: Vector(coordinate(), coordinate()), topRight: Vector(coordinate(), coordinate()),
                bottomRight: Vector(coordinate(), coordinate()), bottomLeft: Vector(coordinate(), coordinate())
            )
            picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
            picture.addNoise(round % 3 * 20, &generator)
            let readings = try finder.read(picture.frame, effort: round % 2 == 0 ? .live : .thorough)
            #expect(
                readings.allSatisfy { $0.bytes == Array("A TICKET".utf8) }, "seed \(generator.seed), round \(round)")
        }
    }
}
