// Photographs: the same for the same seed, optically honest, and readable where a door's are.

import DoorPictures
import TestSupport
import Testing
import TicketPrinting

struct PhotographTests {
    private let text: String
    private let symbol: QRSymbol

    init() throws {
        var generator = SeededGenerator(seed: 20_251_121)
        text = ticketText(using: &generator)
        symbol = try QRSymbol(text: text, errorCorrection: .medium)
    }

    /// The same scene with the same chances every time.
    private func photographed(_ scene: DoorScene, seed: UInt64 = 7) throws -> GrayPicture {
        var chance = SplitMix64(seed: seed)
        return try photograph(symbol, scene: scene, using: &chance)
    }

    /// How many pixels' worth of light between paper and ink is missing in the middle `side` × `side` pixels.
    private func inkPixels(in picture: GrayPicture, side: Int) -> Double {
        // The tone curve is a square root, so light is the square of a gray level.
        let (black, white) = (25.0 * 25, 230.0 * 230)
        return ((picture.height - side) / 2..<(picture.height + side) / 2).reduce(0) { sum, y in
            let start = y * picture.width + (picture.width - side) / 2
            return picture.luma[start..<start + side].reduce(sum) { sum, level in
                sum + (white - Double(level) * Double(level)) / (white - black)
            }
        }
    }

    @Test("The same seed gives the same photograph, another seed another", arguments: DoorScene.Preset.allCases)
    func deterministic(preset: DoorScene.Preset) throws {
        func take(_ seed: UInt64) throws -> GrayPicture {
            var chance = SplitMix64(seed: seed)
            return try photograph(symbol, scene: DoorScene(preset, using: &chance), using: &chance)
        }
        #expect(try take(1) == take(1))
        #expect(try take(1) != take(2))
    }

    @Test("A flat scene shows every module's middle as ink or paper")
    func flat() throws {
        let picture = try photographed(DoorScene())
        let corner = (x: 480 - 2 * symbol.size, y: 360 - 2 * symbol.size)
        for y in 0..<symbol.size {
            for x in 0..<symbol.size {
                let level = picture.luma[(corner.y + 4 * y + 2) * 960 + corner.x + 4 * x + 2]
                #expect(level == (symbol[x: x, y: y] ? 25 : 230))
            }
        }
    }

    @Test("A picture of the code gives the same photograph as the code")
    func fromPicture() throws {
        var scene = DoorScene()
        (scene.rotationDegrees, scene.tiltXDegrees, scene.modulePixels) = (17, 30, 3.3)
        var chance = SplitMix64(seed: 7)
        let picture = try GrayPicture(png: symbol.png(modulePixels: 8))
        #expect(try photograph(picture: picture, scene: scene, using: &chance) == photographed(scene))
    }

    @Test("Ink takes the light of its own area, at any size, angle, blur and movement", arguments: [1.5, 2.3, 4, 6])
    func integration(modulePixels: Double) throws {
        var scene = DoorScene()
        (scene.modulePixels, scene.quietZone) = (modulePixels, 12)
        let side = Int(modulePixels * Double(symbol.size + 12)) & ~1
        let ink = (0..<symbol.size * symbol.size).filter { symbol[x: $0 % symbol.size, y: $0 / symbol.size] }.count
        let expected = Double(ink) * modulePixels * modulePixels
        #expect(abs(inkPixels(in: try photographed(scene), side: side) / expected - 1) < 0.01)
        (scene.rotationDegrees, scene.motionPixels, scene.blurSigma) = (10, 3, 0.8)
        #expect(abs(inkPixels(in: try photographed(scene), side: side) / expected - 1) < 0.01)
    }

    @Test("A tilt brings the named side nearer")
    func perspective() throws {
        var scene = DoorScene()
        scene.tiltYDegrees = 45
        let turned = try photographed(scene)
        func height(atColumn x: Int) -> Int { extent((0..<720).map { turned.luma[$0 * 960 + x] }) }
        #expect(height(atColumn: 480 + 56) > height(atColumn: 480 - 56) + 10)
        (scene.tiltYDegrees, scene.tiltXDegrees) = (0, 45)
        let leant = try photographed(scene)
        func width(atRow y: Int) -> Int { extent(Array(leant.luma[y * 960..<(y + 1) * 960])) }
        #expect(width(atRow: 360 - 56) > width(atRow: 360 + 56) + 10)
    }

    /// From the first to the last pixel as bright as paper.
    private func extent(_ line: [UInt8]) -> Int {
        guard let first = line.firstIndex(where: { $0 > 180 }), let last = line.lastIndex(where: { $0 > 180 })
        else { return 0 }
        return last - first
    }

    @Test("Noise has the asked deviation at every gray level", arguments: [60.0, 230])
    func noise(white: Double) throws {
        var scene = DoorScene()
        scene.whiteLevel = white
        let quiet = try photographed(scene)
        scene.noiseSigma = 8
        let noisy = try photographed(scene)
        let differences = zip(quiet.luma, noisy.luma).map { Double($1) - Double($0) }
        let mean = differences.reduce(0, +) / Double(differences.count)
        let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(differences.count)
        #expect(abs(mean) < 0.1)
        #expect(abs(variance.squareRoot() - 8) < 0.2)
    }

    @Test("Blur and movement spread one edge as far as asked")
    func spread() throws {
        var scene = DoorScene()
        scene.modulePixels = 20
        func grays(_ scene: DoorScene) throws -> Int {
            let picture = try photographed(scene)
            let row = 360 * 960
            return picture.luma[row..<row + 960].filter { (40..<215).contains($0) }.count
        }
        let sharp = try grays(scene)
        scene.motionPixels = 10
        let moved = try grays(scene)
        (scene.motionPixels, scene.blurSigma) = (0, 3)
        #expect(moved > 3 * sharp)
        #expect(try grays(scene) > 3 * sharp)
    }

    @Test("Moiré lies on the screen and not on the wall")
    func moire() throws {
        var scene = DoorScene()
        scene.carrier = .phone
        let even = try photographed(scene)
        scene.moire = 0.3
        let beating = try photographed(scene)
        #expect(beating.luma[..<9600] == even.luma[..<9600])
        let differences = zip(beating.luma, even.luma).map { abs(Int($0) - Int($1)) }
        #expect(differences.contains { $0 > 25 })
    }

    @Test("Inverted scenes are light on dark")
    func inverted() throws {
        var scene = DoorScene()
        scene.inverted = true
        let picture = try photographed(scene)
        // The middle of the top left finder pattern.
        let offset = 360 - 2 * symbol.size + 14
        #expect(picture.luma[offset * 960 + offset + 120] == 230)
    }

    @Test("Several codes on one ticket are all there")
    func several() throws {
        let other = try QRSymbol(text: "https://example.org", errorCorrection: .medium)
        var scene = DoorScene()
        scene.blurSigma = 0.6
        var chance = SplitMix64(seed: 7)
        let picture = try photograph([symbol, other], scene: scene, using: &chance)
        #expect(Set(textsRead(in: picture)) == [text, "https://example.org"])
    }

    @Test("A margin of one module ends at something dark", arguments: DoorScene.Carrier.allCases)
    func quietZone(carrier: DoorScene.Carrier) throws {
        var scene = DoorScene()
        (scene.quietZone, scene.carrier) = (1, carrier)
        let picture = try photographed(scene)
        let beyond = 480 - 2 * symbol.size - 5
        #expect(picture.luma[360 * 960 + beyond] < 60)
    }

    @Test("A lens out of focus spreads an edge over the diameter of its disc, and less than a pixel changes nothing")
    func defocus() throws {
        var scene = DoorScene()
        scene.modulePixels = 40
        func row(_ radius: Double) throws -> ArraySlice<UInt8> {
            scene.defocusPixels = radius
            return try photographed(scene).luma[360 * 960..<361 * 960]
        }
        let sharp = try row(0)
        #expect(try row(0.01) == sharp)
        let edges = zip(sharp, sharp.dropFirst()).count { ($0 < 128) != ($1 < 128) }
        // Over the rim of the disc goes hardly any light.
        let grays = try row(8).count { (30..<225).contains($0) }
        #expect((12...16).contains(grays / edges))
    }

    @Test("An exposure of which all moments are alike is a photograph, and one with a movement is blurred along it")
    func movement() throws {
        var scene = DoorScene()
        scene.modulePixels = 20
        func exposed(_ shifts: [Double]) throws -> GrayPicture {
            var chance = SplitMix64(seed: 7)
            let moments = shifts.map { shift in
                var moment = scene
                moment.centreX += shift / 960
                return moment
            }
            let seed = chance.next()
            return try photograph(symbol, during: moments, in: seed, using: &chance)
        }
        let still = try photographed(scene)
        #expect(try exposed([0, 0, 0, 0]) == still)
        func grays(_ picture: GrayPicture, _ place: (Int) -> Int) -> Int {
            (0..<720).count { (40..<215).contains(picture.luma[place($0)]) }
        }
        let moved = try exposed([-3, -1, 1, 3])
        #expect(grays(moved) { 360 * 960 + $0 } > 2 * grays(still) { 360 * 960 + $0 } + 20)
    }

    @Test(
        "A phone is brought into view and stays there, whole, the same for the same seed",
        arguments: PhoneApproach.Kind.allCases)
    func approach(kind: PhoneApproach.Kind) throws {
        for seed in UInt64(1)...20 {
            let guest = PhoneApproach(kind, seed: seed)
            #expect(!guest.showsAll(inFrame: 0, ofModules: symbol.size))
            for frame in 40...90 { #expect(guest.showsAll(inFrame: frame, ofModules: symbol.size)) }
            #expect(guest.exposure(ofFrame: 50) == PhoneApproach(kind, seed: seed).exposure(ofFrame: 50))
            #expect(guest.exposure(ofFrame: 50) != PhoneApproach(kind, seed: seed + 1).exposure(ofFrame: 50))
            // It shakes, within a few pixels, and the focus is found.
            let places = (90..<120).map { guest.exposure(ofFrame: $0)[0].centreX * 1280 }
            #expect((0.5..<60).contains((places.max() ?? 0) - (places.min() ?? 0)))
            #expect(guest.exposure(ofFrame: 400)[0].defocusPixels < 0.1)
        }
        var chance = SplitMix64(seed: 7)
        let moments = PhoneApproach(kind, seed: 1).exposure(ofFrame: 5)
        let picture = try photograph(symbol, during: moments, in: 1, using: &chance)
        #expect(try photograph(symbol, during: moments, in: 1, using: &chance) != picture)
        #expect(picture.width == 1280 && picture.height == 720)
    }

    @Test("Knobs out of range are refused by name")
    func ranges() throws {
        var scene = DoorScene()
        scene.tiltXDegrees = 80
        #expect(throws: DoorPictureError.scene(knob: "tiltXDegrees", value: 80, range: -70...70)) {
            try photographed(scene)
        }
        scene.tiltXDegrees = .nan
        #expect(throws: DoorPictureError.self) { try photographed(scene) }
        #expect(throws: DoorPictureError.emptyPicture) {
            var chance = SplitMix64(seed: 7)
            let white = try GrayPicture(width: 4, height: 4, luma: [UInt8](repeating: 255, count: 16))
            _ = try photograph(picture: white, scene: DoorScene(), using: &chance)
        }
        #expect(throws: DoorPictureError.self) { try GrayPicture(png: [1, 2, 3]) }
    }

    @Test("The extremes of every knob make a picture, not a crash")
    func extremes() throws {
        var chance = SplitMix64(seed: 7)
        for carrier in DoorScene.Carrier.allCases {
            for backdrop in DoorScene.Backdrop.allCases {
                var scene = DoorScene()
                (scene.carrier, scene.backdrop, scene.width, scene.height) = (carrier, backdrop, 64, 64)
                (scene.tiltXDegrees, scene.tiltYDegrees, scene.modulePixels) = (70, -70, 40)
                (scene.centreX, scene.centreY, scene.quietZone) = (0, 1, 0)
                (scene.glare, scene.shadow, scene.moire, scene.unevenness) = (1, 1, 1, 1)
                (scene.blurSigma, scene.defocusPixels) = (10, 20)
                (scene.motionPixels, scene.motionDegrees) = (40, 45)
                (scene.noiseSigma, scene.jpegQuality) = (80, 1)
                #expect(try photograph(symbol, scene: scene, using: &chance).luma.count == 64 * 64)
            }
        }
    }

    @Test(
        "At least 19 of 20 photographs of a well-held ticket can be read", arguments: [DoorScene.Preset.phone, .paper])
    func readable(preset: DoorScene.Preset) throws {
        #expect(try read(preset, count: 40) >= 38)
    }

    @Test("A backdrop fills the frame, and nothing in it is a code", arguments: DoorScene.Backdrop.allCases)
    func backdrop(_ backdrop: DoorScene.Backdrop) throws {
        var scene = DoorScene()
        scene.backdrop = backdrop
        var chance = SplitMix64(seed: 7)
        let picture = try photographBackdrop(scene, using: &chance)
        #expect(textsRead(in: picture).isEmpty)
        #expect(Set(picture.luma.suffix(64 * picture.width)).count > 1)
    }

    @Test("A scene without a code has none to read")
    func noCode() throws {
        var chance = SplitMix64(seed: 3)
        for _ in 0..<10 {
            let picture = try photograph([], scene: DoorScene(.noCode, using: &chance), using: &chance)
            #expect(textsRead(in: picture).isEmpty)
        }
    }

    /// How many of `count` photographs zbar reads.
    private func read(_ preset: DoorScene.Preset, count: Int) throws -> Int {
        var chance = SplitMix64(seed: 1)
        return try (0..<count).filter { _ in
            let scene = DoorScene(preset, using: &chance)
            return textsRead(in: try photograph(symbol, scene: scene, using: &chance)).contains(text)
        }.count
    }
}
