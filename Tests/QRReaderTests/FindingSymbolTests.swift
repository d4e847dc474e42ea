// Tests of the whole way from a frame to its codes.

import TestSupport
import Testing

@testable import QRReader

struct FindingSymbolTests {
    private static let content = Array("DC1:A TICKET OF 108 CHARACTERS, IN A SYMBOL OF VERSION 5".utf8)

    private func symbol(version: Int = 5) throws -> ReadingSymbol {
        try ReadingSymbol(version: version, level: .medium, segments: [.bytes(Self.content)])
    }

    /// Reads a picture and compares the corners found with those drawn.
    private func expectRead(
        _ picture: FindingPicture,
        at quad: Quad,
        dimension: Int = 37,
        tolerance: Float = 0.5
    ) throws {
        var finder = try SymbolFinder()
        let readings = try finder.read(picture.frame, effort: .live)
        try #require(readings.count == 1)
        #expect(readings[0].bytes == Self.content)
        let module = quad.side(0) / Float(dimension)
        for corner in 0..<4 {
            let distance = (Vector(readings[0].corners[corner]) - quad[corner]).length
            #expect(distance < tolerance * module, "corner \(corner)")
        }
    }

    @Test("A symbol is read in any rotation", arguments: (0..<15).map { Float($0) * 24 })
    func rotation(degrees: Float) throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 400, height: 360)
        let quad = FindingPicture.quad(centre: Vector(205, 178), side: 160, degrees: degrees)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        try expectRead(picture, at: quad)
    }

    @Test("A tilted symbol is read", arguments: [Float(0.1), 0.2, 0.3, 0.4], [Float(0), 130])
    func tilt(shrink: Float, degrees: Float) throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 480, height: 420)
        let quad = FindingPicture.quad(centre: Vector(240, 200), side: 220, degrees: degrees, shrink: shrink)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        try expectRead(picture, at: quad)
    }

    @Test("Two pixels a module are enough", arguments: [Float(0), 17, 45])
    func small(degrees: Float) throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 240, height: 200)
        let quad = FindingPicture.quad(centre: Vector(121, 98), side: 74, degrees: degrees)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        try expectRead(picture, at: quad)
    }

    @Test("A symbol round a bottle is read", arguments: [2, 5], [Float(1), 2])
    func bent(version: Int, height: Float) throws {
        let symbol = try ReadingSymbol(version: version, level: .medium, segments: [.alphanumeric("ROUND A BOTTLE")])
        var picture = FindingPicture(width: 400, height: 360)
        let quad = FindingPicture.quad(centre: Vector(200, 180), side: 200, degrees: 8)
        let bend = Bend(side: Float(symbol.dimension), across: Vector(0.3, -height), down: Vector(0, 0.2))
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad, bend: bend)
        var finder = try SymbolFinder()
        let readings = try finder.read(picture.frame, effort: .live)
        #expect(readings.map(\.text) == ["ROUND A BOTTLE"])
    }

    @Test("A symbol blurred over more than a module is read")
    func blurred() throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 300, height: 260)
        let quad = FindingPicture.quad(centre: Vector(150, 130), side: 148, degrees: 5)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad, spread: 5)
        try expectRead(picture, at: quad, tolerance: 1)
    }

    @Test("A symbol light on dark is read")
    func inverted() throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 300, height: 260, surface: 40)
        let quad = FindingPicture.quad(centre: Vector(150, 130), side: 148, degrees: 10)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad, dark: 220, light: 40)
        try expectRead(picture, at: quad)
    }

    @Test("A symbol seen in a mirror is read")
    func mirrored() throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 300, height: 260)
        let upright = FindingPicture.quad(centre: Vector(150, 130), side: 148, degrees: 10)
        let quad = Quad(
            topLeft: upright.topLeft, topRight: upright.bottomLeft,
            bottomRight: upright.bottomRight, bottomLeft: upright.topRight
        )
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        try expectRead(picture, at: upright)
    }

    @Test("Small and large versions are read", arguments: [3, 4, 7, 14, 25, 40])
    func versions(version: Int) throws {
        let symbol = try ReadingSymbol(
            version: version, level: .low, segments: [.bytes(Array(Self.content.prefix(40)))])
        var picture = FindingPicture(width: 760, height: 700)
        let side = Float(symbol.dimension) * 3
        let quad = FindingPicture.quad(centre: Vector(370, 350), side: side, degrees: 3, shrink: 0.05)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        var finder = try SymbolFinder()
        let readings = try finder.read(picture.frame, effort: .thorough)
        #expect(readings.map(\.bytes) == [Array(Self.content.prefix(40))])
    }

    @Test("Several symbols in a frame are all read")
    func several() throws {
        var picture = FindingPicture(width: 640, height: 480)
        var drawn: Set<[UInt8]> = []
        for index in 0..<4 {
            let content = Array("TICKET \(index)".utf8)
            let symbol = try ReadingSymbol(version: 2, level: .medium, segments: [.bytes(content)])
            let centre = Vector(Float(160 + index % 2 * 320), Float(120 + index / 2 * 240))
            let quad = FindingPicture.quad(centre: centre, side: 100, degrees: Float(index * 20))
            picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
            drawn.insert(content)
        }
        var finder = try SymbolFinder()
        for effort in [DecodeEffort.thorough, .live] {
            let readings = try finder.read(picture.frame, effort: effort)
            #expect(Set(readings.map(\.bytes)) == drawn)
        }
    }

    @Test("A frame is read alike whatever was read before it")
    func reuse() throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 300, height: 260)
        let quad = FindingPicture.quad(centre: Vector(150, 130), side: 148, degrees: 10)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        var finder = try SymbolFinder()
        let first = try finder.read(picture.frame, effort: .live)
        let work = finder.work.spent
        _ = try finder.read(FindingPicture(width: 900, height: 700, surface: 10).frame, effort: .thorough)
        let again = try finder.read(picture.frame, effort: .live)
        #expect(again == first)
        let workAgain = finder.work.spent
        #expect(workAgain == work)
    }
}
