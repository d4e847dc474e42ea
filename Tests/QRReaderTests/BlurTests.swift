// Tests of reading through blur: the pieces, and frames that nothing else in the reader reads.

import DoorPictures
import Glibc
import TestSupport
import Testing
import TicketPrinting

@testable import QRReader

struct BlurTests {
    private static let shapes = [
        BlurShape(family: .still, sigma: 2),
        BlurShape(family: .motion, sigma: 0.8, extent: Vector(5, -3)),
        BlurShape(family: .disc, sigma: 0.7, extent: Vector(3.5, 0)),
    ]

    /// A field with every module known, and the place of its symbol in a picture.
    private func symbol(
        seed: UInt64 = 3, module: Float = 3
    ) throws -> (field: ModuleField, complete: ModuleField, map: ModuleMap, quad: Quad) {
        let version = try #require(SymbolVersion(number: 3))
        let field = ModuleField(SymbolLayout(version: version))
        var generator = SeededGenerator(seed: seed)
        let modules = field.unknown.map { _ in Bool.random(using: &generator) ? Float(1) : -1 }
        let side = Float(field.dimension) * module
        let quad = FindingPicture.quad(centre: Vector(120, 110), side: side, degrees: 17, shrink: 0.1)
        let map = try #require(ModuleMap(quad, dimension: field.dimension))
        return (field, field.completed(modules), map, quad)
    }

    /// The picture that a model predicts.
    private func picture(_ field: ModuleField, _ pose: BlurPose) -> LumaPlane {
        let model = BlurModel(pose.shape, module: pose.map.moduleSize, dimension: field.dimension)
        var luma = [UInt8](repeating: 230, count: 240 * 220)
        for y in 0..<220 {
            for x in 0..<240 {
                let place = pose.map.place(of: Vector(Float(x), Float(y)) + 0.5)
                guard place.u > -2, place.v > -2, max(place.u, place.v) < Float(field.dimension + 2) else { continue }
                let level = model.level(at: place, field.values.span.bytes, stride: field.stride)
                luma[y * 240 + x] = UInt8(130 + 100 * level + 0.5)
            }
        }
        var plane = LumaPlane()
        plane.share(Frame(width: 240, height: 220, luma: luma))
        return plane
    }

    @Test("A map leads from the corners to the corners of the symbol, and back")
    func mapping() throws {
        let (field, _, map, quad) = try symbol()
        let side = Float(field.dimension)
        for (corner, expected) in [Vector(0, 0), Vector(side, 0), Vector(side, side), Vector(0, side)].enumerated() {
            let place = map.place(of: quad[corner])
            #expect((Vector(place.u, place.v) - expected).length < 0.01)
            #expect((map.pixel(u: expected.x, v: expected.y) - quad[corner]).length < 0.01)
        }
    }

    @Test("The weights of a pixel's blur add up to 1", arguments: 0..<3)
    func weights(shape: Int) throws {
        let (field, _, map, _) = try symbol()
        let model = BlurModel(Self.shapes[shape], module: map.moduleSize, dimension: field.dimension)
        var window = BlurWindow()
        for pixel in [Vector(120.5, 110.5), Vector(101.5, 93.5), Vector(140.5, 99.5)] {
            model.addWeights(at: map.place(of: pixel), to: &window)
            #expect(abs(window.weights.reduce(0, +) - 1) < 0.01)
        }
    }

    @Test("The normal distribution is that of the C library, however far from its middle")
    func distribution() {
        for number in -1600...1600 {
            let z = Float(number) / 64 * (number % 7 == 0 ? 12 : 1)
            let edges = GaussianEdges.at(SIMD8(repeating: z) + SIMD8(0, 0, 0, 0, 0, 0, 0, 0.5))
            for (lane, place) in [(0, z), (7, z + 0.5)] {
                let density = exp(-Double(place * place) / 2) / (2 * Double.pi).squareRoot()
                #expect(abs(Double(edges.below[lane]) - erfc(-Double(place) / 2.0.squareRoot()) / 2) < 1e-6)
                #expect(abs(Double(edges.density[lane]) - density) < 1e-6)
            }
        }
    }

    @Test("The derivatives are those that small steps show", arguments: 0..<3)
    func derivatives(shape: Int) throws {
        let (_, field, map, _) = try symbol()
        let shape = Self.shapes[shape]
        let place = map.place(of: Vector(118.5, 97.5))
        /// The pixel after a step.
        func level(_ change: (inout ModuleMap.Place, inout BlurShape) -> Void) -> Float {
            var (place, shape) = (place, shape)
            change(&place, &shape)
            return BlurModel(shape, module: map.moduleSize, dimension: field.dimension)
                .level(at: place, field.values.span.bytes, stride: field.stride)
        }
        /// The growth per unit of what a step of both signs changes.
        func slope(_ change: (inout ModuleMap.Place, inout BlurShape, Float) -> Void) -> Float {
            let step: Float = 0.02
            return (level { change(&$0, &$1, step) } - level { change(&$0, &$1, -step) }) / (2 * step)
        }
        let value = BlurModel(shape, module: map.moduleSize, dimension: field.dimension)
            .value(at: place, field.values.span.bytes, stride: field.stride)
        #expect(abs(value.level - level { _, _ in }) < 1e-5)
        #expect(abs(value.u - slope { $0.u += $2 }) < 3e-3)
        #expect(abs(value.v - slope { $0.v += $2 }) < 3e-3)
        #expect(abs(value.sigma - slope { $1.sigma += $2 }) < 3e-3)
        if shape.extents > 0 { #expect(abs(value.extent.x - slope { $1.extent.x += $2 }) < 3e-3) }
        if shape.extents > 1 { #expect(abs(value.extent.y - slope { $1.extent.y += $2 }) < 3e-3) }
    }

    @Test("A short way and a small disc look like the Gaussian that takes their place", arguments: [false, true])
    func simplified(isDisc: Bool) throws {
        let (_, field, map, _) = try symbol()
        let module = map.moduleSize
        let extent = isDisc ? Vector(0.28 * module, 0) : Vector(0.45, -0.3) * module
        let shape = BlurShape(family: isDisc ? .disc : .motion, sigma: 0.4 * module, extent: extent)
        let simple = shape.simplified(module: module)
        #expect(simple.family == .still)
        var wide = shape
        wide.extent *= 2
        #expect(wide.simplified(module: module).family == wide.family)
        for pixel in [Vector(120.5, 110.5), Vector(101.5, 93.5), Vector(140.5, 99.5), Vector(118.5, 97.5)] {
            let levels = [shape, simple].map { shape in
                BlurModel(shape, module: module, dimension: field.dimension)
                    .level(at: map.place(of: pixel), field.values.span.bytes, stride: field.stride)
            }
            #expect(abs(levels[0] - levels[1]) < 0.025, "at \(pixel)")
        }
    }

    @Test("A fit finds the place, the blur and the light from where the search leaves off", arguments: 0..<3)
    func fit(shape: Int) throws {
        let (field, complete, map, quad) = try symbol()
        let plane = picture(complete, BlurPose(map: map, shape: Self.shapes[shape]))
        var moved = quad
        for corner in 0..<4 { moved[corner] += Vector(corner % 2 == 0 ? 0.9 : -0.7, corner < 2 ? 0.8 : -0.6) }
        var start = BlurPose(
            map: try #require(ModuleMap(moved, dimension: field.dimension)), shape: Self.shapes[shape])
        start.shape.sigma *= 1.3
        start.shape.extent *= 0.9
        var fit = BlurFit(field)
        fit.take(plane, start, limit: 600)
        let pose = fit.fitted(start, iterations: 15)
        #expect(pose.error < 0.02)
        #expect(abs(pose.gain - 100) < 3)
        let outline = pose.map.outline(dimension: field.dimension)
        for corner in 0..<4 { #expect((outline[corner] - quad[corner]).length < 0.6, "corner \(corner)") }
    }

    @Test("The modules are those of the picture, though hardly one is seen by itself", arguments: 0..<3)
    func solve(shape: Int) throws {
        let (field, complete, map, _) = try symbol()
        var pose = BlurPose(map: map, shape: Self.shapes[shape])
        let plane = picture(complete, pose)
        (pose.gain, pose.offset, pose.residual) = (100, 130, 1)
        var solver = ModuleSolver(field)
        solver.prepare(plane, pose)
        for stage in ModuleSolver.Stage.allCases { solver.advance(stage) }
        let wrong = zip(solver.result, field.unknown).count { $0 * complete.values[$1] <= 0 }
        #expect(wrong <= field.unknown.count / 100)
    }

    @Test("The gate lets the picture's own symbol pass, and no other", arguments: 0..<3)
    func gate(shape: Int) throws {
        let (field, complete, map, _) = try symbol()
        var pose = BlurPose(map: map, shape: Self.shapes[shape])
        let plane = picture(complete, pose)
        (pose.gain, pose.offset) = (100, 130)
        #expect(BlurGate(plane, pose, complete, data: field.unknown).isPassed)
        let (_, other, _, _) = try symbol(seed: 4)
        #expect(!BlurGate(plane, pose, other, data: field.unknown).isPassedCoarsely)
        // Another codeword of the same code differs in 16 codewords or more.
        var near = complete
        for index in field.unknown.prefix(16 * 8) where index % 2 == 0 { near.values[index] *= -1 }
        #expect(!BlurGate(plane, pose, near, data: field.unknown).isPassedCoarsely)
    }

    @Test("Nested boxes see the three finder patterns of a blurred symbol", arguments: 0..<3)
    func boxes(shape: Int) throws {
        let (field, complete, map, _) = try symbol()
        let plane = picture(complete, BlurPose(map: map, shape: Self.shapes[shape]))
        var boxes = NestedBoxes()
        boxes.open(plane)
        boxes.find(module: 3.05, limit: 24)
        let far = Float(field.dimension) - 3.5
        for (u, v) in [(Float(3.5), Float(3.5)), (far, 3.5), (3.5, far)] {
            let centre = map.pixel(u: u, v: v)
            #expect(boxes.places.contains { ($0.centre - centre).length < 3 && !$0.isInverted }, "at \(u), \(v)")
        }
    }

    /// A blur of which nothing was read before, in four frames of fixed seeds.
    struct Blur: CustomTestStringConvertible, Sendable {
        var name: String
        var change: @Sendable (inout DoorScene) -> Void

        var testDescription: String { name }
    }

    private static let blurs = [
        Blur(name: "a Gaussian of 2 pixels of 3") { $0.blurSigma = 2 },
        Blur(name: "a Gaussian of 2.5 pixels of 3") { $0.blurSigma = 2.5 },
        Blur(name: "moved by 7 pixels of 3") { $0.motionPixels = 7 },
        Blur(name: "moved by 9 pixels of 3") { $0.motionPixels = 9 },
        Blur(name: "a Gaussian of 2.6 pixels of 4, tilted by 30°") {
            ($0.modulePixels, $0.blurSigma, $0.tiltXDegrees) = (4, 2.6, 30)
        },
        Blur(name: "a Gaussian of 3 pixels of 4, light on dark") {
            ($0.modulePixels, $0.blurSigma, $0.inverted, $0.carrier) = (4, 3, true, .phone)
        },
    ]

    @Test("Symbols are read through blur at any rotation", arguments: blurs)
    func frames(blur: Blur) throws {
        var decoder = try QRDecoder()
        for seed in 1...4 as ClosedRange<UInt64> {
            let text = "DC1:\(seed)/" + String(repeating: "BLUR 0123456789 ", count: 6)
            let frame = try frame(of: text, seed: seed) { blur.change(&$0) }
            #expect(try decoder.decode(frame, effort: .thorough).map(\.text) == [text], "seed \(seed)")
        }
    }

    @Test("A far symbol with modules of 1.25 pixels is read, also light on dark", arguments: [false, true])
    func far(isInverted: Bool) throws {
        var decoder = try QRDecoder()
        for seed in 1...3 as ClosedRange<UInt64> {
            let text = "DC1:\(seed)/" + String(repeating: "FAR 0123456789 ", count: 6)
            let frame = try frame(of: text, seed: seed) { scene in
                (scene.width, scene.height, scene.inverted) = (1280, 720, isInverted)
                (scene.modulePixels, scene.blurSigma) = (1.25, 0.5)
                scene.rotationDegrees = 4 * Double(seed) - 8
            }
            #expect(try decoder.decode(frame, effort: .thorough).map(\.text) == [text], "seed \(seed)")
        }
    }

    @Test("A symbol is read whose modules are small in one direction, so far is it tilted", arguments: [-50.0, 50])
    func tilted(degrees: Double) throws {
        var decoder = try QRDecoder()
        for seed in 1...4 as ClosedRange<UInt64> {
            let text = "DC1:\(seed)/" + String(repeating: "TILT 0123456789 ", count: 6)
            let frame = try frame(of: text, seed: seed) { scene in
                (scene.width, scene.height, scene.modulePixels, scene.blurSigma) = (1280, 720, 2, 0.5)
                scene.rotationDegrees = 3 * Double(seed) - 6
                if seed.isMultiple(of: 2) { scene.tiltXDegrees = degrees } else { scene.tiltYDegrees = degrees }
            }
            #expect(try decoder.decode(frame, effort: .thorough).map(\.text) == [text], "seed \(seed)")
        }
    }

    @Test("Sharp symbols are read that a hard shadow or stripes of light hide from the scan")
    func hidden() throws {
        var decoder = try QRDecoder()
        var read = (shadow: 0, stripes: 0)
        for seed in 1...16 as ClosedRange<UInt64> {
            let text = "DC1:\(seed)/" + String(repeating: "HIDDEN 0123456789 ", count: 5)
            let shadow = try frame(of: text, seed: seed) { scene in
                (scene.shadow, scene.blurSigma, scene.rotationDegrees) = (0.95, 0.5, 4 * Double(seed) - 32)
            }
            let stripes = try frame(of: text, seed: seed) { scene in
                (scene.carrier, scene.moire, scene.blurSigma) = (.phone, 0.75, 0.5)
                scene.rotationDegrees = 4 * Double(seed) - 32
            }
            if try decoder.decode(shadow, effort: .thorough).map(\.text) == [text] { read.shadow += 1 }
            if try decoder.decode(stripes, effort: .thorough).map(\.text) == [text] { read.stripes += 1 }
        }
        // 8 and 2 are read without both searches.
        #expect(read.shadow >= 12)
        #expect(read.stripes >= 13)
    }

    @Test("Versions 1 to 10 are read through blur", arguments: [1, 2, 4, 6, 8, 10])
    func versions(version: Int) throws {
        let symbol = try ReadingSymbol(version: version, level: .medium, segments: [.alphanumeric("BLURRED")])
        var picture = FindingPicture(width: 420, height: 400)
        let side = Float(symbol.dimension) * 4
        let quad = FindingPicture.quad(centre: Vector(210, 200), side: side, degrees: 12)
        // Nine places this far apart blur like a box of five pixels, over 1.2 modules.
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        let frame = Self.blurred(Self.blurred(picture.frame, reach: 3), reach: 2)
        var decoder = try QRDecoder()
        let readings = try decoder.decode(frame, effort: .thorough)
        #expect(readings.map(\.text) == ["BLURRED"])
        for reading in readings {
            for corner in 0..<4 { #expect((Vector(reading.corners[corner]) - quad[corner]).length < 4) }
        }
    }

    @Test("Several blurred symbols in a picture are read, though they are turned differently", arguments: [1, 2, 3])
    func several(seed: UInt64) throws {
        let texts = ["UPRIGHT", "TURNED"].map { $0 + String(repeating: " 0123456789", count: 7) }
        let frames = try texts.indices.map { index in
            try frame(of: texts[index], seed: seed) { scene in
                (scene.width, scene.height, scene.motionPixels) = (300, 300, 9)
                scene.rotationDegrees = index == 0 ? 4 : 20
            }
        }
        var decoder = try QRDecoder()
        #expect(Set(try decoder.decode(Self.joined(frames), effort: .thorough).map(\.text)) == Set(texts))
    }

    @Test(
        "Blurred symbols are read beside a sharp one, where the scan sees their finder patterns",
        arguments: [(1, 3), (2, 3.5), (4, 3.5), (3, 4), (6, 4)] as [(UInt64, Double)])
    func beside(seed: UInt64, blur: Double) throws {
        let texts = ["SHARP", "BLURRED", "LIKEWISE"].map { $0 + String(repeating: " 0123456789", count: 7) }
        let frames = try texts.indices.map { index in
            try frame(of: texts[index], seed: seed) { scene in
                (scene.modulePixels, scene.blurSigma) = (6, index == 0 ? 0.5 : blur)
            }
        }
        var decoder = try QRDecoder()
        let codes = try decoder.decode(Self.joined(frames), effort: .thorough)
        #expect(codes.count == 3)
        #expect(Set(codes.map(\.text)) == Set(texts))
    }

    @Test("A symbol whose modules say nothing is not read, however blurred")
    func meaningless() throws {
        var decoder = try QRDecoder()
        for seed in 1...6 as ClosedRange<UInt64> {
            let (_, field, map, _) = try symbol(seed: seed)
            for shape in Self.shapes {
                let plane = picture(field, BlurPose(map: map, shape: shape))
                let frame = Frame(width: plane.width, height: plane.height, luma: plane.pixels)
                #expect(try decoder.decode(frame, effort: .thorough).isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("Nothing is read into blurred walls, cloth, print and clutter", arguments: DoorScene.Backdrop.allCases)
    func nothing(backdrop: DoorScene.Backdrop) throws {
        var decoder = try QRDecoder()
        for seed in 1...3 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            var scene = DoorScene()
            (scene.width, scene.height, scene.backdrop) = (640, 480, backdrop)
            (scene.blurSigma, scene.noiseSigma) = (Double(seed), backdrop == .plain ? 30 : 2)
            let picture = try photograph([], scene: scene, using: &generator)
            let frame = Frame(width: picture.width, height: picture.height, luma: picture.luma)
            #expect(try decoder.decode(frame, effort: .thorough).isEmpty, "seed \(seed)")
        }
    }

    @Test("A picture of any shape is searched without harm", arguments: [(21, 3000), (4000, 22), (61, 59), (1201, 40)])
    func narrow(width: Int, height: Int) throws {
        var generator = SeededGenerator(seed: 5)
        var decoder = try QRDecoder()
        let noise = Frame(width: width, height: height, luma: generator.bytes(width * height))
        #expect(try decoder.decode(Self.blurred(noise, reach: 2), effort: .thorough).isEmpty)
    }

    /// A frame of 640 × 480 with a ticket's symbol.
    private func frame(of text: String, seed: UInt64, _ change: (inout DoorScene) -> Void) throws -> Frame {
        var generator = SplitMix64(seed: seed)
        var scene = DoorScene()
        (scene.width, scene.height) = (640, 480)
        (scene.modulePixels, scene.noiseSigma) = (3, 2)
        scene.rotationDegrees = .random(in: 0...360, using: &generator)
        change(&scene)
        let symbol = try QRSymbol(text: text, errorCorrection: .medium)
        let picture = try photograph(symbol, scene: scene, using: &generator)
        return Frame(width: picture.width, height: picture.height, luma: picture.luma)
    }

    /// Frames of one height, side by side.
    private static func joined(_ frames: [Frame]) -> Frame {
        let height = frames[0].height
        let luma = (0..<height).flatMap { row in
            frames.flatMap { $0.luma[row * $0.width..<(row + 1) * $0.width] }
        }
        return Frame(width: frames.reduce(0) { $0 + $1.width }, height: height, luma: luma)
    }

    /// The means of squares around each pixel, those outside the picture left out.
    private static func blurred(_ frame: Frame, reach: Int) -> Frame {
        var luma = frame.luma
        for y in 0..<frame.height {
            for x in 0..<frame.width {
                var (sum, count) = (0, 0)
                for row in max(y - reach, 0)...min(y + reach, frame.height - 1) {
                    for column in max(x - reach, 0)...min(x + reach, frame.width - 1) {
                        (sum, count) = (sum + Int(frame.luma[row * frame.width + column]), count + 1)
                    }
                }
                luma[y * frame.width + x] = UInt8(sum / count)
            }
        }
        return Frame(width: frame.width, height: frame.height, luma: luma)
    }
}
