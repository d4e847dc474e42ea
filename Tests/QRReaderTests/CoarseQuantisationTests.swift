// Tests of reading pictures that JPEG has compressed to its lowest qualities.

import DoorPictures
import Testing
import TicketPrinting

@testable import QRReader

struct CoarseQuantisationTests {
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

    @Test("A symbol is read of which JPEG has kept one coefficient of twenty")
    func compressed() throws {
        #expect(try read(frames(of: Self.text, jpegQuality: 5), Self.text) >= 7)
    }

    @Test("A symbol of one block must be shown more exactly")
    func oneBlock() throws {
        let text = String(repeating: "COARSE 012 ", count: 5)
        #expect(try read(frames(of: text, jpegQuality: 10), text) == 12)
        #expect(try read(frames(of: text, jpegQuality: 5), text) == 0)
    }

    @Test("Only JPEG's lowest qualities are coarse quantisation", arguments: [5, 10, 30, 50, 90, nil])
    func steps(quality: Int?) throws {
        let quad = FindingPicture.quad(centre: Vector(320, 240), side: 80, degrees: 0)
        for frame in try frames(of: Self.text, jpegQuality: quality) {
            var plane = LumaPlane()
            plane.share(frame)
            #expect(CoarseQuantisation.isSeen(in: plane, quad) == (quality ?? 100 <= 10))
            var half = LumaPlane()
            half.halve(plane)
            let halfQuad = FindingPicture.quad(centre: Vector(160, 120), side: 40, degrees: 0)
            #expect(!CoarseQuantisation.isSeen(in: half, halfQuad))
        }
    }

    @Test("A wall and an outline outside are not quantised coarsely", arguments: [40, 8e5, Float.nan, .infinity])
    func nowhere(side: Float) {
        var plane = LumaPlane()
        plane.share(Frame(width: 640, height: 480, luma: [UInt8](repeating: 120, count: 640 * 480)))
        for centre in [Vector(320, 240), Vector(320, -70), Vector(-70, 240), Vector(900, 240), Vector(320, 900)] {
            #expect(!CoarseQuantisation.isSeen(in: plane, FindingPicture.quad(centre: centre, side: side, degrees: 3)))
        }
    }
}
