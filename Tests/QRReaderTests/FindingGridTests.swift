// Tests of the steps between a frame and a grid of modules.

import TestSupport
import Testing

@testable import QRReader

struct FindingGridTests {
    private func symbol(version: Int = 5) throws -> ReadingSymbol {
        try ReadingSymbol(version: version, level: .medium, segments: [.alphanumeric("A SYMBOL TO SAMPLE")])
    }

    private func level(_ picture: FindingPicture) -> PictureLevel {
        var level = PictureLevel()
        var measurement = ThresholdMeasurement()
        level.plane.share(picture.frame)
        level.renew()
        _ = level.measure(&measurement)
        return level
    }

    @Test("Three finder patterns are found where they are, in both polarities", arguments: [false, true])
    func patterns(isInverted: Bool) throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 300, height: 260, surface: isInverted ? 25 : 230)
        let quad = FindingPicture.quad(centre: Vector(150, 130), side: 148, degrees: 12, shrink: 0.1)
        let (dark, light): (Float, Float) = isInverted ? (230, 25) : (25, 230)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad, dark: dark, light: light)
        var scan = FinderScan()
        var detail = DetailMap()
        scan.scan(level(picture), rowStep: 2, limit: .max, detail: &detail)
        #expect(scan.found.count == 3)
        #expect(scan.found.allSatisfy { $0.isInverted == isInverted && abs($0.moduleSize - 4) < 0.6 })
        let map = try #require(Homography.square(to: quad, side: 37))
        for centre in [Vector(3.5, 3.5), Vector(33.5, 3.5), Vector(3.5, 33.5)] {
            #expect(scan.found.contains { ($0.centre - map(centre)).length < 1 })
        }
    }

    @Test("A finder pattern's corners are found to a tenth of a module", arguments: [Float(0), 9, 33, 45])
    func corners(degrees: Float) throws {
        let symbol = try symbol()
        var picture = FindingPicture(width: 300, height: 260)
        let quad = FindingPicture.quad(centre: Vector(150, 130), side: 148, degrees: degrees)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        let map = try #require(Homography.square(to: quad, side: 37))
        var (corners, work) = (FinderCorners(), WorkBudget(limit: .max))
        let outline = corners.corners(
            centre: map(Vector(3.5, 3.5)),
            across: map.across,
            down: map.down,
            view: ContrastView(level(picture), isInverted: false),
            work: &work
        )
        let found = try #require(outline)
        for (corner, place) in [Vector(0, 0), Vector(7, 0), Vector(7, 7), Vector(0, 7)].enumerated() {
            #expect((found[corner] - map(place)).length < 0.4)
        }
    }

    @Test("The sampled modules are the symbol's", arguments: [2, 7, 20])
    func modules(version: Int) throws {
        let symbol = try symbol(version: version)
        var picture = FindingPicture(width: 400, height: 380)
        let quad = FindingPicture.quad(
            centre: Vector(200, 190), side: Float(symbol.dimension) * 2.5, degrees: 7, shrink: 0.15
        )
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        let map = try #require(Homography.square(to: quad, side: Float(symbol.dimension)))
        var sampler = GridSampler()
        let pose = SymbolPose(map: map, dimension: symbol.dimension, timing: 0)
        sampler.sample(pose, mesh: nil, plane: level(picture).plane, isInverted: false)
        for variant in GridThreshold.Variant.all {
            var threshold = GridThreshold()
            var grid = ModuleGrid(
                dimension: symbol.dimension,
                levels: Array(repeating: 0, count: symbol.dimension * symbol.dimension)
            )
            threshold.decide(sampler.greys, dimension: symbol.dimension, variant: variant, into: &grid)
            #expect(grid.levels.map { $0 > 0 } == symbol.isDark)
        }
    }

    @Test("A bent symbol's modules are where its alignment patterns say")
    func mesh() throws {
        let symbol = try symbol(version: 7)
        var picture = FindingPicture(width: 300, height: 280)
        let quad = FindingPicture.quad(centre: Vector(150, 140), side: 180)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        // A map that is off by half a module down at the right edge, and right at the left.
        var wrong = quad
        wrong.bottomRight += Vector(0, 2)
        let map = try #require(Homography.square(to: wrong, side: 45))
        let true45 = try #require(Homography.square(to: quad, side: 45))
        var mesh = AlignmentMesh()
        let layout = FixedPatterns(dimension: 45)
        mesh.measure(layout, under: map, view: ContrastView(level(picture), isInverted: false))
        #expect(mesh.isBent)
        let place = Vector(38.5, 38.5)
        #expect((map(place + mesh.offset(at: place)) - true45(place)).length < 1)
    }

    @Test("A homography is found from its images of points")
    func homography() throws {
        let quad = Quad(
            topLeft: Vector(10, 20), topRight: Vector(210, 35), bottomRight: Vector(190, 240),
            bottomLeft: Vector(-5, 180)
        )
        let map = try #require(Homography.square(to: quad, side: 50))
        for corner in 0..<4 {
            let place = [Vector(0, 0), Vector(50, 0), Vector(50, 50), Vector(0, 50)][corner]
            #expect((map(place) - quad[corner]).length < 0.01)
        }
        var fit = HomographyFit()
        for x in 0..<4 {
            for y in 0..<4 { fit.add(Vector(Float(x), Float(y)) * 12, map(Vector(Float(x), Float(y)) * 12)) }
        }
        let found = try #require(fit.solve())
        #expect((found(Vector(31, 7)) - map(Vector(31, 7))).length < 0.01)
        fit.clear()
        for x in 0..<4 { fit.add(Vector(Float(x), 0), Vector(Float(x), 1)) }
        #expect(fit.solve().map { $0(Vector(1, 1)).x.isFinite } ?? true)
    }
}
