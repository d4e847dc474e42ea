// Tests of the finder on pictures that are no pictures of symbols.

import TestSupport
import Testing

@testable import Scanner

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

    /// The last triple may go over the limit by what one triple costs at most.
    private func expectBounded(_ work: Work, _ frame: Frame, _ effort: DecodeEffort) {
        let limit = SearchLimits(effort, pixels: frame.luma.count).work
        #expect(work.spent <= limit + 4_000_000)
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
