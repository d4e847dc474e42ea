// What is read of frames as a camera at the door gives them: a change that loses codes goes red here.

import DoorPictures
import Testing
import TicketPrinting

@testable import QRReader

struct FindingDoorTests {
    /// One trouble of a door, in eight frames of fixed seeds.
    struct Alert: CustomTestStringConvertible, Sendable {
        var name: String
        /// How many of the eight are read. More is a gain: write it down here, so that it is kept.
        var read: Int
        var change: @Sendable (inout DoorScene) -> Void

        var testDescription: String { name }
    }

    private static let troubles = [
        Alert(name: "two pixels a module", read: 8) { $0.modulePixels = 2 },
        Alert(name: "one and a half pixels a module", read: 8) { $0.modulePixels = 1.5 },
        Alert(name: "tilted by 50°", read: 8) { ($0.tiltYDegrees, $0.rotationDegrees) = (50, 20) },
        Alert(name: "blurred over 1.5 pixels of 3", read: 8) { $0.blurSigma = 1.5 },
        Alert(name: "moved by 3 pixels of 3", read: 8) { $0.motionPixels = 3 },
        Alert(name: "moved by 5 pixels of 3", read: 3) { $0.motionPixels = 5 },
        Alert(name: "in a dark hall", read: 8) { ($0.whiteLevel, $0.blackLevel, $0.noiseSigma) = (40, 10, 4) },
        Alert(name: "noise of 20 levels", read: 8) { $0.noiseSigma = 20 },
        Alert(name: "a tenth under glare", read: 8) { $0.glare = 0.1 },
        Alert(name: "half in a deep shadow", read: 8) { $0.shadow = 0.8 },
        Alert(name: "moiré on a phone", read: 8) { ($0.moire, $0.carrier) = (0.4, .phone) },
        Alert(name: "JPEG at quality 20", read: 8) { $0.jpegQuality = 20 },
        Alert(name: "light on dark", read: 8) { ($0.inverted, $0.carrier) = (true, .phone) },
        Alert(name: "a margin of one module among clutter", read: 8) { ($0.quietZone, $0.backdrop) = (1, .clutter) },
        Alert(name: "in front of cloth", read: 8) { $0.backdrop = .woven },
    ]

    @Test("As many codes as ever are read live", arguments: troubles)
    func live(trouble: Alert) throws {
        var read = 0
        for seed in 1...8 {
            // These frames do not follow each other.
            var decoder = try QRDecoder()
            let text = "DC1:\(seed)/" + String(repeating: "DOOR 0123456789 ", count: 6)
            let reading = try decoder.decode(frame(of: text, seed: UInt64(seed), trouble)).map(\.text)
            #expect(reading.allSatisfy { $0 == text }, "a code that is not there, in frame \(seed)")
            if !reading.isEmpty { read += 1 }
        }
        #expect(read == trouble.read)
    }

    @Test("Every preset's code is read live, and nothing where there is none", arguments: DoorScene.Preset.allCases)
    func presets(preset: DoorScene.Preset) throws {
        var decoder = try QRDecoder()
        for seed in 1...2 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let scene = DoorScene(preset, using: &generator)
            let symbol = try QRSymbol(text: "DC1:PRESET", errorCorrection: .medium)
            let picture = try photograph(preset == .noCode ? [] : [symbol], scene: scene, using: &generator)
            let readings = try decoder.decode(Frame(width: picture.width, height: picture.height, luma: picture.luma))
            #expect(readings.map(\.text) == (preset == .noCode ? [] : ["DC1:PRESET"]), "seed \(seed)")
        }
    }

    /// A frame of 640 × 480 with a ticket's symbol of three pixels a module, held loosely.
    private func frame(of text: String, seed: UInt64, _ trouble: Alert) throws -> Frame {
        var generator = SplitMix64(seed: seed)
        var scene = DoorScene()
        (scene.width, scene.height) = (640, 480)
        (scene.modulePixels, scene.blurSigma, scene.noiseSigma) = (3, 0.5, 2)
        scene.rotationDegrees = .random(in: -8...8, using: &generator)
        scene.centreX = .random(in: 0.42...0.58, using: &generator)
        scene.unevenness = .random(in: 0...0.25, using: &generator)
        trouble.change(&scene)
        let symbol = try QRSymbol(text: text, errorCorrection: .medium)
        let picture = try photograph(symbol, scene: scene, using: &generator)
        return Frame(width: picture.width, height: picture.height, luma: picture.luma)
    }
}
