// What is computed for eight places at once is what it would be one by one.

import TestSupport
import Testing

@testable import QRReader

struct FindingLanesTests {
    /// A picture of smooth noise, so that neighbouring pixels differ and blocks have contrast.
    private func level(width: Int, height: Int, seed: UInt64) -> PictureLevel {
        var random = SeededGenerator(seed: seed)
        let luma: [UInt8] = (0..<width * height).map { _ in .random(in: 0...255, using: &random) }
        var (level, measurement) = (PictureLevel(), ThresholdMeasurement())
        level.plane.share(Frame(width: width, height: height, luma: luma))
        level.renew()
        _ = level.measure(&measurement)
        return level
    }

    /// Eight coordinates inside and outside a picture, some of them no places at all.
    private func coordinates(upTo limit: Float, _ random: inout SeededGenerator) -> SIMD8<Float> {
        var result = SIMD8<Float>.random(in: -5...limit + 5, using: &random)
        result[2] = [0.5, limit - 0.5, limit - 1, limit, 1][Int.random(in: 0..<5, using: &random)]
        result[3] = [.nan, .infinity, -.infinity, 1e30, 7][Int.random(in: 0..<5, using: &random)]
        return result
    }

    @Test("Eight places are sampled as each would be, to the last bit", arguments: [(21, 21), (64, 40), (133, 57)])
    func samples(width: Int, height: Int) {
        let plane = level(width: width, height: height, seed: 5).plane
        var random = SeededGenerator(seed: 6)
        for _ in 0..<500 {
            let x = coordinates(upTo: Float(width), &random)
            let y = coordinates(upTo: Float(height), &random)
            let eight = plane.samples(x: x, y: y)
            for lane in 0..<8 {
                let one = plane.sample(at: Vector(x[lane], y[lane]))
                #expect(eight.luma[lane] == one.luma)
                #expect((Int(eight.x[lane]), Int(eight.y[lane])) == (one.x, one.y))
            }
        }
    }

    @Test("Eight contrasts are what each would be", arguments: [false, true])
    func contrasts(isInverted: Bool) {
        let view = ContrastView(level(width: 133, height: 57, seed: 7), isInverted: isInverted)
        var random = SeededGenerator(seed: 8)
        for _ in 0..<500 {
            let (x, y) = (coordinates(upTo: 133, &random), coordinates(upTo: 57, &random))
            let eight = view.contrasts(x: x, y: y)
            for lane in 0..<8 { #expect(eight[lane] == view.contrast(at: Vector(x[lane], y[lane]))) }
        }
    }

    @Test("Eight places are mapped as each would be, on flat and bent symbols", arguments: [false, true])
    func places(isBent: Bool) throws {
        let quad = FindingPicture.quad(centre: Vector(60, 50), side: 80, degrees: 20, shrink: 0.3)
        var map = try #require(Homography.square(to: quad, side: 29))
        if isBent { map.bend = Bend(side: 29, across: Vector(0.4, 1.5), down: Vector(-0.7, 0.2)) }
        var random = SeededGenerator(seed: 9)
        for _ in 0..<100 {
            let x = SIMD8<Float>.random(in: -2...31, using: &random)
            let y = SIMD8<Float>.random(in: -2...31, using: &random)
            let eight = map.places(x: x, y: y)
            for lane in 0..<8 { #expect(Vector(eight.x[lane], eight.y[lane]) == map(Vector(x[lane], y[lane]))) }
        }
    }

    @Test("Agreement and share count every mark once", arguments: [21, 25, 45, 177])
    func marks(dimension: Int) throws {
        let view = ContrastView(level(width: 200, height: 190, seed: 10), isInverted: false)
        let quad = FindingPicture.quad(centre: Vector(100, 95), side: 150, degrees: 8, shrink: 0.1)
        let map = try #require(Homography.square(to: quad, side: Float(dimension)))
        let layout = FixedPatterns(dimension: dimension)
        for list in [layout.finders, layout.timing, layout.alignment] {
            let agreements = list.marks.map { $0.sign * view.contrast(at: map($0.place)) }
            let mean = agreements.reduce(0) { $0 + Double($1) } / Double(max(list.count, 1))
            #expect(abs(Double(view.agreement(with: list, under: map)) - mean) < 1e-3)
            let share = Float(agreements.count { $0 > 0 }) / Float(max(list.count, 1))
            #expect(view.share(of: list, under: map) == share)
        }
    }

    @Test("An alignment pattern's agreement is the weighted mean of its 25 modules")
    func alignment() throws {
        let view = ContrastView(level(width: 200, height: 190, seed: 11), isInverted: false)
        let quad = FindingPicture.quad(centre: Vector(100, 95), side: 150, degrees: 8)
        let map = try #require(Homography.square(to: quad, side: 45))
        for place in [Vector(22.5, 22.5), Vector(38.5, 38.25), Vector(6.5, 22.5)] {
            var sum = 0.0
            for row in -2...2 {
                for column in -2...2 {
                    let weight = [-3, 1, -0.5][max(abs(row), abs(column))]
                    sum += weight * Double(view.contrast(at: map(place + Vector(Float(column), Float(row)))))
                }
            }
            #expect(abs(Double(view.alignmentAgreement(at: place, under: map)) - sum / 19) < 0.2)
        }
    }

    @Test("A symbol's greys are means of five places a module, and a single one if modules are narrow")
    func greys() throws {
        let plane = level(width: 200, height: 190, seed: 12).plane
        for (dimension, count) in [(21, 5), (37, 5), (69, 1)] {
            let quad = FindingPicture.quad(centre: Vector(100, 95), side: 130, degrees: 8, shrink: 0.1)
            let map = try #require(Homography.square(to: quad, side: Float(dimension)))
            var sampler = GridSampler()
            let pose = SymbolPose(map: map, dimension: dimension, timing: 0)
            for isInverted in [false, true] {
                sampler.sample(pose, mesh: nil, plane: plane, isInverted: isInverted)
                for index in 0..<dimension * dimension {
                    let place = Vector(Float(index % dimension), Float(index / dimension)) + 0.5
                    let reach: [Vector] = [
                        Vector(-0.22, -0.22), Vector(0.22, -0.22), Vector(-0.22, 0.22), Vector(0.22, 0.22),
                    ]
                    let around = reach.prefix(count - 1).map { plane.luma(at: map(place + $0)) }
                    let mean = around.reduce(2 * plane.luma(at: map(place)), +) / Float(count + 1)
                    #expect(abs(sampler.greys[index] - (isInverted ? 255 - mean : mean)) < 0.01)
                }
            }
        }
    }

    @Test("A module is compared with the mean of its neighbourhood", arguments: [21, 25, 37])
    func decision(dimension: Int) {
        var random = SeededGenerator(seed: 13)
        let greys = (0..<dimension * dimension + 7).map { _ in Float.random(in: 0...255, using: &random) }
        func grey(_ row: Int, _ column: Int) -> Float {
            greys[min(max(row, 0), dimension - 1) * dimension + min(max(column, 0), dimension - 1)]
        }
        for variant in GridThreshold.Variant.all {
            func sharp(_ row: Int, _ column: Int) -> Float {
                let neighbours =
                    grey(row - 1, column) + grey(row + 1, column) + grey(row, column - 1) + grey(row, column + 1)
                return grey(row, column) + variant.sharpness * (4 * grey(row, column) - neighbours)
            }
            var threshold = GridThreshold()
            var grid = ModuleGrid(
                dimension: dimension, levels: Array(repeating: 0, count: dimension * dimension))
            threshold.decide(greys, dimension: dimension, variant: variant, into: &grid)
            for row in 0..<dimension {
                let rows = max(0, row - variant.radius)...min(dimension - 1, row + variant.radius)
                for column in 0..<dimension {
                    let columns = max(0, column - variant.radius)...min(dimension - 1, column + variant.radius)
                    var sum = 0.0
                    for y in rows { for x in columns { sum += Double(sharp(y, x)) } }
                    let level = 4 * (sum / Double(rows.count * columns.count) - Double(sharp(row, column)))
                    #expect(abs(Double(grid[row: row, column: column]) - min(max(level, -255), 255)) <= 1.01)
                }
            }
        }
    }

    @Test(
        "A block's threshold is the mean of the 5 × 5 blocks around it",
        arguments: [(21, 30), (64, 64), (136, 49), (200, 133)])
    func thresholds(width: Int, height: Int) {
        let level = level(width: width, height: height, seed: 14)
        let (columns, rows) = ((width + 7) / 8, (height + 7) / 8)
        func sum(_ row: Int, _ column: Int) -> Int {
            // Blocks that would extend beyond the picture are moved inside.
            let top = min(min(max(row, 0), rows - 1) * 8, height - 8)
            let left = min(min(max(column, 0), columns - 1) * 8, width - 8)
            return (0..<64).reduce(0) { $0 + Int(level.plane.pixels[(top + $1 / 8) * width + left + $1 % 8]) }
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let total = (0..<25).reduce(0) { $0 + sum(row + $1 / 5 - 2, column + $1 % 5 - 2) }
                #expect(Int(level.threshold.values[row * columns + column]) == total / (25 * 64) - 2)
            }
        }
    }

    @Test("Eight blocks have the sums and extremes of their pixels")
    func blocks() {
        let (width, height) = (80, 8)
        var random = SeededGenerator(seed: 15)
        for _ in 0..<50 {
            let pixels: [UInt8] = (0..<width * height).map { _ in .random(in: 90...180, using: &random) }
            let eight = EightBlocks(pixels.span.bytes, at: 5, width: width)
            for block in 0..<8 {
                let own: [UInt8] = (0..<64).map { pixels[5 + 8 * block + $0 / 8 * width + $0 % 8] }
                #expect(Int(eight.sums[block]) == own.reduce(0) { $0 + Int($1) })
                #expect(eight.darkest[block] == own.min())
                #expect(eight.lightest[block] == own.max())
            }
        }
    }

    @Test("zbar's drawing shows each module in two or three pixels, fixed patterns as they should be")
    func drawing() throws {
        var drawing = SymbolDrawing()
        for version in [7, 1, 2] {
            let layout = SymbolLayout(version: try #require(SymbolVersion(number: version)))
            let dimension = layout.version.dimension
            var random = SeededGenerator(seed: 16)
            let levels = (0..<dimension * dimension).map { _ in Int16.random(in: -9...9, using: &random) }
            let frame = drawing.draw(levels, layout: layout)
            /// The module of a pixel; nil in the quiet zone.
            func module(_ pixel: Int) -> Int? {
                (0..<dimension).first { ((($0 + 1) * 7 + 1) / 3..<(($0 + 2) * 7 + 1) / 3).contains(pixel) }
            }
            for y in 0..<frame.height {
                for x in 0..<frame.width {
                    var isDark = false
                    if let row = module(y), let column = module(x) {
                        let index = row * dimension + column
                        isDark = layout.modules[index] == .dark
                        if [.data, .format].contains(layout.modules[index]) { isDark = levels[index] > 0 }
                    }
                    #expect(frame.luma[y * frame.width + x] == (isDark ? 0 : 255))
                }
            }
        }
    }

    @Test("Thorough reading measures a large picture only where a smaller size of it shows detail")
    func detail() throws {
        var picture = FindingPicture(width: 2400, height: 1800)
        let symbol = try ReadingSymbol(version: 5, level: .medium, segments: [.alphanumeric("A SMALL PART OF IT")])
        let quad = FindingPicture.quad(centre: Vector(1800, 400), side: 148, degrees: 7)
        picture.draw(symbol.isDark, dimension: symbol.dimension, at: quad)
        var finder = try SymbolFinder()
        #expect(try finder.read(picture.frame, effort: .thorough).count == 1)
        // The largest size alone would be 270,000 more.
        #expect(finder.work.spent < 1_000_000)
    }
}
