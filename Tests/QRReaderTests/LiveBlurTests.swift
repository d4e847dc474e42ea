// Tests of reading through blur in a camera's frames, one after the other.

import DoorPictures
import TestSupport
import Testing
import TicketPrinting

@testable import QRReader

struct LiveBlurTests {
    private static let text = "DC1:LIVE/" + String(repeating: "BLUR 0123456789 ", count: 6)

    /// A blur of which nothing is read in a single frame.
    struct Blur: CustomTestStringConvertible, Sendable {
        var name: String
        /// The frames within which it is read.
        var frames: Int
        var change: @Sendable (inout DoorScene) -> Void

        var testDescription: String { name }
    }

    private static let blurs = [
        Blur(name: "a Gaussian of 2.5 pixels of 3", frames: 3) { $0.blurSigma = 2.5 },
        Blur(name: "moved by 9 pixels of 3", frames: 4) { $0.motionPixels = 9 },
        Blur(name: "moved by 10 pixels of 4.4", frames: 4) { ($0.modulePixels, $0.motionPixels) = (4.4, 10) },
        Blur(name: "out of focus by 4.5 pixels of 4", frames: 4) { ($0.modulePixels, $0.defocusPixels) = (4, 4.5) },
        Blur(name: "a Gaussian of 3 pixels of 4, light on dark", frames: 3) {
            ($0.modulePixels, $0.blurSigma, $0.inverted, $0.carrier) = (4, 3, true, .phone)
        },
        Blur(name: "a Gaussian of 2.5 pixels of 3, turned by 45°", frames: 8) {
            ($0.blurSigma, $0.rotationDegrees) = (2.5, 45)
        },
    ]

    @Test("A blurred symbol that moves is read within a few frames, where it is", arguments: blurs)
    func reading(blur: Blur) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var decoder = try QRDecoder()
            var read: (frame: Int, code: DetectedCode)?
            for number in 0..<blur.frames where read == nil {
                let codes = try decoder.decode(try frame(number, seed: seed, blur.change))
                #expect(number > 0 || codes.isEmpty, "The first frame is not compared with any.")
                read = codes.first.map { (number, $0) }
            }
            #expect(read?.code.text == Self.text, "seed \(seed)")
            guard let read else { continue }
            let place = Point(Self.middle(inFrame: read.frame))
            #expect(read.code.centre.distance(to: place) < 4, "seed \(seed)")
        }
    }

    @Test("The same frames give the same codes")
    func repeated() throws {
        let frames = try (0..<5).map { try frame($0, seed: 4, Self.blurs[1].change) }
        let all = try (0..<2).map { _ in
            var decoder = try QRDecoder()
            return try frames.map { try decoder.decode($0).map(\.corners) }
        }
        #expect(all[0] == all[1])
        #expect(all[0].contains { !$0.isEmpty })
    }

    @Test("A symbol that one frame leaves no work for is read in the next if that shows it")
    func waiting() throws {
        var reader = LiveBlurReader()
        var grids = try GridReader()
        var number = 0
        // So long a motion costs more than half of a frame's work, and as much again to solve for.
        func change(_ scene: inout DoorScene) { (scene.modulePixels, scene.motionPixels) = (4.4, 12) }
        while !reader.isWaiting, number < 6 {
            _ = try read(try frame(number, seed: 2, change), &reader, &grids)
            number += 1
        }
        try #require(reader.isWaiting)
        let next = try frame(number, seed: 2, change)
        func readNext(_ next: Frame) throws -> DetectedCode? {
            var reader = reader
            return try read(next, &reader, &grids)
        }
        let code = try #require(try readNext(next))
        #expect(code.text == Self.text)
        #expect(code.centre.distance(to: Point(Self.middle(inFrame: number))) < 4)
        #expect(try readNext(try frame(nil, seed: 2, change)) == nil)
        #expect(try readNext(Frame(width: 640, height: 480, luma: Array(repeating: 0, count: 640 * 480))) == nil)
        #expect(try readNext(try frame(number, of: "DC1:OTHER/" + Self.text.dropFirst(10), seed: 2, change)) == nil)
    }

    @Test("Light that falls off as on a symbol is not taken for the symbol")
    func slope() throws {
        var fields = ModuleFields()
        let field = try #require(fields[41])
        let quad = Quad(
            topLeft: Vector(200, 100), topRight: Vector(364, 100), bottomRight: Vector(364, 264),
            bottomLeft: Vector(200, 264))
        let map = try #require(ModuleMap(quad, dimension: 41))
        let pose = BlurPose(map: map, shape: BlurShape(family: .still, sigma: 1))
        var generator = SplitMix64(seed: 5)
        let modules = (0..<41 * 41).map { _ in Int.random(in: -8...8, using: &generator) }
        func wall(_ x: Int, _ y: Int) -> Int { 40 + (x + y) / 12 }
        func plane(_ luma: (_ x: Int, _ y: Int) -> Int) -> LumaPlane {
            var plane = LumaPlane()
            let luma = (0..<640 * 480).map { UInt8(luma($0 % 640, $0 / 640)) }
            plane.share(Frame(width: 640, height: 480, luma: luma))
            return plane
        }
        let symbol = plane { x, y in
            let isInside = 200..<364 ~= x && 100..<264 ~= y
            return wall(x, y) + (isInside ? modules[(y - 100) / 4 * 41 + (x - 200) / 4] : 0)
        }
        let trace = try #require(SymbolTrace(pose, scale: 1, field, in: symbol, level: 0))
        let movement = try #require(trace.movement(in: symbol))
        #expect(movement.length < 3)
        #expect(trace.movement(in: plane(wall)) == nil)
    }

    @Test("What stands still is searched in eight more frames, and then costs nothing until something moves")
    func still() throws {
        var reader = LiveBlurReader()
        var grids = try GridReader()
        func spent(_ number: Int) throws -> Int {
            _ = try read(try wall(number, noise: 3), &reader, &grids)
            return reader.spent
        }
        #expect(try spent(0) == 0)
        // One of them is read otherwise.
        #expect(try (0..<8).count { _ in try spent(0) > 0 } == 7)
        for _ in 0..<4 { #expect(try spent(0) == 0) }
        #expect(try spent(1) > 0)
    }

    @Test("Frames take turns while something moves, what stands still has each turn, and a cut none")
    func turns() {
        var turns = LiveTurns()
        func next(_ change: SceneWatch.Change) -> LiveTurns.Turn? {
            turns.note(change)
            return turns.next()
        }
        #expect(next(.none) == nil)
        #expect(next(.cut) == nil)
        let still = (0..<9).map { _ in next(.none) }
        for pass in [BlurSearch.Pass.upright, .turned, .fine, .narrow, .low] {
            #expect(still.contains(.search(pass)))
        }
        #expect(still.contains(.lifted))
        #expect(still[7] != nil && still[8] == nil)
        let moving = (0..<9).map { _ in next(.moved) }
        #expect(Set([moving[2], moving[5], moving[8]].map { "\($0 as Any)" }).count == 3)
        #expect([0, 1, 3, 4, 6, 7].allSatisfy { moving[$0] == .search(.upright) })
        for _ in 0..<2 { _ = next(.moved) }
        #expect(next(.moved) == moving[2])
        turns.repeatMoving()
        #expect(next(.moved) == moving[2])
        #expect(next(.none) == still[0])
        turns.repeatMoving()
        #expect(next(.none) == still[1])
    }

    /// A symbol that is held still, of which a single frame shows too little.
    private static let unclear = [
        Blur(name: "modules of 1.25 pixels", frames: 4) { $0.modulePixels = 1.25 },
        Blur(name: "modules of 1.25 pixels, light on dark", frames: 4) {
            ($0.modulePixels, $0.inverted, $0.carrier) = (1.25, true, .phone)
        },
        Blur(name: "stripes on a screen", frames: 4) { ($0.moire, $0.carrier) = (0.7, .phone) },
        Blur(name: "tilted by 50°", frames: 7) { ($0.modulePixels, $0.tiltYDegrees) = (2, 50) },
    ]

    @Test("A symbol held still is read within a few frames, though far, striped or tilted", arguments: unclear)
    func held(kind: Blur) throws {
        var read = 0
        for seed in 1...8 as ClosedRange<UInt64> {
            func change(_ scene: inout DoorScene) {
                (scene.width, scene.height, scene.blurSigma) = (1280, 720, 0.5)
                (scene.centreX, scene.centreY) = (0.5, 0.5)
                kind.change(&scene)
            }
            var decoder = try QRDecoder()
            _ = try decoder.decode(try frame(nil, seed: seed, change))
            let shown = try frame(0, seed: seed, change)
            for _ in 0..<kind.frames where try decoder.decode(shown).map(\.text) == [Self.text] {
                read += 1
                break
            }
        }
        #expect(read >= 7)
    }

    @Test("Whatever moves, a frame takes no more than its work")
    func work() throws {
        for kind in 0..<4 {
            var reader = LiveBlurReader()
            var grids = try GridReader()
            var most = 0
            for number in 0..<9 {
                let frame =
                    switch kind {
                    case 0: try wall(number, noise: 10)
                    case 1: try unreadable(number)
                    default: squares(number, module: kind)
                    }
                #expect(try read(frame, &reader, &grids) == nil)
                most = max(most, reader.spent)
            }
            #expect(most > 0)
            // A step of a fit: 250 pixels of at most 19 places, each evaluated five times.
            #expect(most < LiveBlurReader.mostWork + 5 * 250 * 19, "kind \(kind)")
        }
    }

    @Test("Nothing is read into moving walls, cloth, print and clutter", arguments: DoorScene.Backdrop.allCases)
    func nothing(backdrop: DoorScene.Backdrop) throws {
        var generator = SplitMix64(seed: 8)
        var scene = DoorScene()
        (scene.width, scene.height, scene.backdrop, scene.blurSigma, scene.noiseSigma) = (640, 480, backdrop, 2, 2)
        let picture = try photograph([], scene: scene, using: &generator)
        var decoder = try QRDecoder()
        for number in 0..<12 {
            // Half of the picture moves up.
            var luma = picture.luma
            for y in 0..<480 {
                for x in 0..<320 { luma[y * 640 + x] = picture.luma[(y + 5 * number) % 480 * 640 + x] }
            }
            #expect(try decoder.decode(Frame(width: 640, height: 480, luma: luma)).isEmpty)
        }
    }

    @Test("A change of the whole picture is a cut, one of a part is a movement, and noise is neither")
    func changes() throws {
        var watch = SceneWatch()
        func change(_ frame: Frame) -> SceneWatch.Change {
            var (pyramid, work) = (Pyramid(), WorkBudget(limit: 1_000_000))
            pyramid.open(frame)
            return watch.change(&pyramid, work: &work)
        }
        #expect(change(try wall(0, noise: 6)) == .cut)
        #expect(change(try wall(0, noise: 6)) == .none)
        #expect(change(try wall(1, noise: 6)) == .moved)
        #expect(change(try wall(1, noise: 6)) == .none)
        var generator = SeededGenerator(seed: 9)
        let blocks = generator.bytes(80 * 60)
        var luma: [UInt8] = []
        for y in 0..<480 {
            for x in 0..<640 { luma.append(blocks[y / 8 * 80 + x / 8]) }
        }
        #expect(change(Frame(width: 640, height: 480, luma: luma)) == .cut)
        #expect(change(Frame(width: 300, height: 200, luma: Array(repeating: 250, count: 300 * 200))) == .cut)
    }

    @Test("Light that grows over the picture is no movement, and less of it is no cut")
    func light() throws {
        var watch = SceneWatch()
        func change(_ number: Int, _ light: (Int) -> Double) throws -> SceneWatch.Change {
            let luma = try wall(number, noise: 6).luma.enumerated().map { index, level in
                UInt8(Double(level) * light(index % 640))
            }
            var (pyramid, work) = (Pyramid(), WorkBudget(limit: 1_000_000))
            pyramid.open(Frame(width: 640, height: 480, luma: luma))
            return watch.change(&pyramid, work: &work)
        }
        #expect(try change(0) { _ in 1 } == .cut)
        #expect(try change(0) { 1 - Double($0) / 20_000 } == .none)
        #expect(try change(0) { _ in 0.5 } == .moved)
        #expect(try change(1) { _ in 0.5 } == .moved)
    }

    @Test("A movement too slow to be seen from one frame to the next is noticed")
    func slow() throws {
        var watch = SceneWatch()
        var changes: [SceneWatch.Change] = []
        for level in 0..<24 {
            var luma = [UInt8](repeating: 60, count: 640 * 480)
            for y in 100..<200 { for x in 100..<200 { luma[y * 640 + x] = UInt8(60 + level) } }
            var (pyramid, work) = (Pyramid(), WorkBudget(limit: 1_000_000))
            pyramid.open(Frame(width: 640, height: 480, luma: luma))
            changes.append(watch.change(&pyramid, work: &work))
        }
        #expect(changes.prefix(4) == [.cut, .none, .none, .none])
        #expect(changes.contains(.moved))
    }

    @Test("Frames of any shape and of changing size are read without harm")
    func shapes() throws {
        var generator = SeededGenerator(seed: 5)
        var decoder = try QRDecoder()
        for (width, height) in [(21, 3000), (61, 59), (1201, 40), (21, 21), (700, 500), (500, 700), (1999, 1100)] {
            for _ in 0..<3 {
                var luma = [UInt8](repeating: 128, count: width * height)
                for index in 0..<width * height / 3 { luma[index] = UInt8.random(in: 0...255, using: &generator) }
                #expect(try decoder.decode(Frame(width: width, height: height, luma: luma)).isEmpty)
            }
        }
    }

    // MARK: Frames

    /// Where the symbol's middle is, in pixels.
    private static func middle(inFrame number: Int) -> Vector {
        Vector(300 + 5 * Float(number), 250 - 4 * Float(number))
    }

    /// A frame of 640 × 480 with a symbol that moves from one to the next; nil: without it.
    private func frame(
        _ number: Int?, of text: String = text, seed: UInt64, _ change: (inout DoorScene) -> Void
    ) throws -> Frame {
        var generator = SplitMix64(seed: seed)
        var scene = DoorScene()
        (scene.width, scene.height, scene.modulePixels) = (640, 480, 3)
        scene.rotationDegrees = .random(in: -15...15, using: &generator)
        let middle = Self.middle(inFrame: number ?? 0)
        (scene.centreX, scene.centreY) = (Double(middle.x) / 640, Double(middle.y) / 480)
        change(&scene)
        let symbol = try QRSymbol(text: text, errorCorrection: .medium)
        let picture = try photograph(number == nil ? [] : [symbol], scene: scene, using: &generator)
        return Frame(width: picture.width, height: picture.height, luma: picture.luma)
    }

    /// A wall on which a poster with dark blots hangs, 8 pixels further for each number.
    private func wall(_ number: Int, noise: Int) throws -> Frame {
        var generator = SeededGenerator(seed: UInt64(number))
        var luma = [UInt8](repeating: 120, count: 640 * 480)
        for y in 0..<240 {
            for x in 0..<200 {
                let isDark = (x / 14 + y / 14 * 3) % 4 < 2
                luma[(y + 60) * 640 + x + 100 + 8 * number] = isDark ? 60 : 190
            }
        }
        for index in luma.indices {
            luma[index] = UInt8(Int(luma[index]) + Int.random(in: -noise...noise, using: &generator))
        }
        return Frame(width: 640, height: 480, luma: luma)
    }

    /// Finder patterns without a symbol, on a part of the frame that moves.
    private func squares(_ number: Int, module: Int) -> Frame {
        var luma = [UInt8](repeating: 120, count: 640 * 480)
        let size = 9 * module
        for y in 0..<250 {
            for x in 0..<250 {
                let ring = max(abs(x % size / module - 4), abs(y % size / module - 4))
                luma[(y + 60) * 640 + x + 60 + 7 * number] = ring == 4 || ring == 2 ? 210 : 40
            }
        }
        return Frame(width: 640, height: 480, luma: luma)
    }

    /// Blurred symbols of version 1 whose data is noise, on a part of the frame that moves.
    private func unreadable(_ number: Int) throws -> Frame {
        var generator = SplitMix64(seed: 6)
        var luma = [UInt8](repeating: 200, count: 640 * 480)
        for index in 0..<3 {
            let isDark = (0..<21 * 21).map { place in
                let (u, v) = (place % 21, place / 21)
                // From the middle of the finder pattern in this corner.
                let ring = max(abs(u < 11 ? u - 3 : u - 17), abs(v < 11 ? v - 3 : v - 17))
                if ring < 5, u < 11 || v < 11 { return ring != 2 && ring != 4 }
                return u == 6 || v == 6 ? (u + v).isMultiple(of: 2) : Bool.random(using: &generator)
            }
            let (left, top) = (40 + index * 190 + 7 * number, 60)
            for y in 0..<105 {
                for x in 0..<105 where isDark[y / 5 * 21 + x / 5] { luma[(top + y) * 640 + left + x] = 30 }
            }
        }
        for step in [1, 640, 1, 640] {
            let sharp = luma.map(Int.init)
            for index in 3 * step..<luma.count - 3 * step {
                luma[index] = UInt8((-3...3).reduce(0) { $0 + sharp[index + $1 * step] } / 7)
            }
        }
        return Frame(width: 640, height: 480, luma: luma)
    }

    /// Reads a frame with nothing but what is tested.
    private func read(
        _ frame: Frame, _ reader: inout LiveBlurReader, _ grids: inout GridReader
    ) throws -> DetectedCode? {
        var (pyramid, work) = (Pyramid(), WorkBudget(limit: 10_000_000))
        pyramid.open(frame)
        return try reader.read(&pyramid, &grids, work: &work)
    }
}
