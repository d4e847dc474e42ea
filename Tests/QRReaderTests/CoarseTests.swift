// Tests of reading what was compressed in coarse steps, and of symbols of which only some blocks can be corrected.

import DoorPictures
import Testing
import TicketPrinting

@testable import QRReader

struct CoarseTests {
    /// Frames of 640 × 480 with a symbol of level M, its modules of 2 pixels, turned by up to 10°.
    private func frames(of text: String, jpegQuality: Int?) throws -> [Frame] {
        let symbol = try QRSymbol(text: text, errorCorrection: .medium)
        return try (1...12 as ClosedRange<UInt64>).map { seed in
            var generator = SplitMix64(seed: seed)
            var scene = DoorScene()
            (scene.width, scene.height) = (640, 480)
            (scene.modulePixels, scene.noiseSigma, scene.blurSigma) = (2, 2, 0.5)
            scene.rotationDegrees = .random(in: -10...10, using: &generator)
            scene.jpegQuality = jpegQuality
            let picture = try photograph(symbol, scene: scene, using: &generator)
            return Frame(width: picture.width, height: picture.height, luma: picture.luma)
        }
    }

    private func read(_ frames: [Frame], _ text: String) throws -> Int {
        var decoder = try QRDecoder()
        return try frames.count { frame in
            let texts = try decoder.decode(frame, effort: .thorough).map(\.text)
            #expect(texts.allSatisfy { $0 == text })
            return texts == [text]
        }
    }

    private static let text = String(repeating: "COARSE 0123456789 ", count: 6)

    @Test("A symbol is read of which JPEG has kept one frequency of twenty")
    func compressed() throws {
        #expect(try read(frames(of: Self.text, jpegQuality: 5), Self.text) >= 7)
    }

    @Test("A symbol of one block must be shown more exactly")
    func oneBlock() throws {
        let text = String(repeating: "COARSE 012 ", count: 5)
        #expect(try read(frames(of: text, jpegQuality: 10), text) == 12)
        #expect(try read(frames(of: text, jpegQuality: 5), text) == 0)
    }

    @Test("Steps are coarse at the lowest qualities of JPEG, and nowhere else", arguments: [5, 10, 30, 50, 90, nil])
    func steps(quality: Int?) throws {
        let quad = FindingPicture.quad(centre: Vector(320, 240), side: 80, degrees: 0)
        for frame in try frames(of: Self.text, jpegQuality: quality) {
            var plane = LumaPlane()
            plane.share(frame)
            #expect(CoarseSteps.areIn(plane, quad) == (quality ?? 100 <= 10))
            var half = LumaPlane()
            half.halve(plane)
            #expect(!CoarseSteps.areIn(half, FindingPicture.quad(centre: Vector(160, 120), side: 40, degrees: 0)))
        }
    }

    @Test("A wall and an outline that is nowhere have no coarse steps", arguments: [40, 8e5, Float.nan, .infinity])
    func nowhere(side: Float) {
        var plane = LumaPlane()
        plane.share(Frame(width: 640, height: 480, luma: [UInt8](repeating: 120, count: 640 * 480)))
        for centre in [Vector(320, 240), Vector(320, -70), Vector(-70, 240), Vector(900, 240), Vector(320, 900)] {
            #expect(!CoarseSteps.areIn(plane, FindingPicture.quad(centre: centre, side: side, degrees: 3)))
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
