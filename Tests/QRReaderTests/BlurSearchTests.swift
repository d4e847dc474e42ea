// Tests of the search for blurred symbols: what it computes eight at a time is what one at a time gives.

import TestSupport
import Testing

@testable import QRReader

struct BlurSearchTests {
    /// A picture of smooth patches with noise.
    private func plane(seed: UInt64, width: Int = 93, height: Int = 71) -> LumaPlane {
        var generator = SeededGenerator(seed: seed)
        let phase = Float.random(in: 0...6, using: &generator)
        var luma: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let wave = cosine(Float(x) * 0.9 + phase) * cosine(Float(y) * 0.8 - phase)
                luma.append(UInt8(120 + 100 * wave + .random(in: -20...20, using: &generator)))
            }
        }
        // The darkest and the lightest there are.
        for index in 0..<200 { (luma[30 * width + index], luma[40 * width + index]) = (0, 255) }
        var plane = LumaPlane()
        plane.share(Frame(width: width, height: height, luma: luma))
        return plane
    }

    @Test("Comparisons of eight numbers are those of each")
    func lanes() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let (one, two) = (
                SIMD8<Float>.random(in: -9...9, using: &generator), SIMD8<Float>.random(in: -9...9, using: &generator)
            )
            let answer = one .< two
            let expected = (0..<8).filter { one[$0] < two[$0] }
            #expect((0..<8).filter { answer.bits & 1 << UInt8($0) != 0 } == expected)
            #expect(answer.isAny == !expected.isEmpty)
            #expect(one.largest == (0..<8).map { one[$0] }.max())
            #expect((0..<8).allSatisfy { one.magnitudes[$0] == abs(one[$0]) })
        }
        for lane in 0..<8 {
            var one = SIMD8<Float>.zero
            one[lane] = 1
            #expect((SIMD8<Float>.zero .< one).bits == 1 << UInt8(lane))
            #expect((SIMD8<Float>.zero .< one).isAny)
            #expect(one.largest == 1)
        }
        #expect(!(SIMD8<Float>.zero .< .zero).isAny)
    }

    private static let integers: [Int32] = [0, 1, 4095, 4096, 186_000, 47_400_000, .max]

    @Test("Eight integers become the same numbers", arguments: integers)
    func conversion(number: Int32) {
        let converted = SIMD8<Float>(converting: SIMD8(repeating: number))
        for lane in 0..<8 { #expect(abs(converted[lane] - Float(number)) <= Float(number) * 1e-7) }
    }

    @Test("Eight places are sampled as each would be, inside and outside the picture")
    func sampling() {
        let plane = plane(seed: 2)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            var (x, y) = (
                SIMD8<Float>.random(in: -20...120, using: &generator),
                SIMD8<Float>.random(in: -20...100, using: &generator)
            )
            x[3] = [.nan, .infinity, -.infinity, 1e30][Int.random(in: 0..<4, using: &generator)]
            y[5] = x[3]
            let luma = plane.luma(x: x, y: y)
            // In the last column and row it may be 1/128 of a step less.
            for lane in 0..<8 { #expect(abs(luma[lane] - plane.luma(at: Vector(x[lane], y[lane]))) <= 4) }
            for lane in 0..<8 where x[lane] > 0 && x[lane] < 92 && y[lane] > 0 && y[lane] < 70 {
                #expect(abs(luma[lane] - plane.luma(at: Vector(x[lane], y[lane]))) < 0.01)
            }
        }
    }

    @Test("A turned copy shows what the picture shows there, and grey outside", arguments: [0, 30, 45, 90] as [Float])
    func turning(degrees: Float) {
        let plane = plane(seed: 4)
        var copy = LumaPlane()
        let map = copy.turn(plane, degrees: degrees)
        var inside = 0
        for y in 0..<copy.height {
            for x in 0..<copy.width {
                let place = map(Vector(Float(x), Float(y)) + 0.5)
                let (right, bottom) = (Float(plane.width) - place.x, Float(plane.height) - place.y)
                let edge = min(place.x, place.y, right, bottom)
                let value = Float(copy.pixels[y * copy.width + x])
                if edge > 1.01 {
                    inside += 1
                    #expect(abs(value - plane.luma(at: place)) < 1.5, "at \(x), \(y)")
                } else if edge < -0.01 {
                    #expect(value == 128, "at \(x), \(y)")
                }
            }
        }
        #expect(inside > plane.width * plane.height * 9 / 10)
    }

    /// Modules' mean width in pixels, and by how much they are wider and higher.
    private static let shapes: [(Float, Vector)] = [
        (0.8, Vector(1, 1)), (1, Vector(1, 1)), (1.25, Vector(1, 1)), (1.25, Vector(0.78, 1.22)),
        (1.25, Vector(1.22, 0.78)),
    ]

    @Test("The correlation is that of the picture with three nested squares or rectangles", arguments: shapes)
    func correlation(module: Float, stretch: Vector) throws {
        let size = Vector(module * stretch.x, module * stretch.y)
        let plane = nests(size)
        var boxes = NestedBoxes()
        boxes.open(plane)
        boxes.find(module: module, stretch: stretch, limit: 60)
        try #require(boxes.places.count { $0.isInverted } >= 4)
        try #require(boxes.places.count { !$0.isInverted } >= 4)
        for place in boxes.places {
            let x = Int((place.centre.x - 0.5).rounded())
            let y = Int((place.centre.y - 0.5).rounded())
            // A summit halfway between two pixels may be rounded to either.
            let near = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)].map { correlation(plane, x + $0, y + $1, size) }
            let expected = place.isInverted ? -place.correlation : place.correlation
            #expect(near.contains { abs($0 - expected) < 2e-3 }, "at \(x), \(y)")
        }
    }

    /// A noisy picture of eight times three nested squares or rectangles, half of them light on dark.
    private func nests(_ module: Vector) -> LumaPlane {
        var generator = SeededGenerator(seed: 5)
        var luma = (0..<150 * 90).map { _ in UInt8.random(in: 90...140, using: &generator) }
        for number in 0..<8 {
            let (x, y) = (20 + 35 * (number % 4), 25 + 40 * (number / 4))
            for row in -8...8 {
                for column in -8...8 {
                    let reach = max(Float(abs(column)) / module.x, Float(abs(row)) / module.y)
                    guard reach < 4.5 else { continue }
                    let isLight = reach > 3.5 || (reach < 2.5 && reach > 1.5)
                    let luminance = isLight == (number < 4) ? 150...200 : 40...90 as ClosedRange<UInt8>
                    luma[(y + row) * 150 + x + column] = .random(in: luminance, using: &generator)
                }
            }
        }
        var plane = LumaPlane()
        plane.share(Frame(width: 150, height: 90, luma: luma))
        return plane
    }

    /// Correlates the pixels around a place with 1 and 0 for light and dark, one by one.
    private func correlation(_ plane: LumaPlane, _ x: Int, _ y: Int, _ module: Vector) -> Float {
        func halves(_ size: Float) -> [Int] { [9, 7, 5, 3].map { (Int((Float($0) * size).rounded()) | 1) / 2 } }
        let (wide, high) = (halves(module.x), halves(module.y))
        func isInside(_ box: Int, _ row: Int, _ column: Int) -> Bool {
            abs(row) <= high[box] && abs(column) <= wide[box]
        }
        var (count, sum, square, light, product) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for row in -high[0]...high[0] {
            for column in -wide[0]...wide[0] {
                let (across, down) = (x + column, y + row)
                guard across >= 0, down >= 0, across < plane.width, down < plane.height else { return 0 }
                let luma = Double(plane.pixels[down * plane.width + across])
                let isLight = !isInside(1, row, column) || (isInside(2, row, column) && !isInside(3, row, column))
                count += 1
                sum += luma
                square += luma * luma
                light += isLight ? 1 : 0
                product += isLight ? luma : 0
            }
        }
        let variance = (square - sum * sum / count) * (light - light * light / count)
        return Float((product - sum * light / count) / variance.squareRoot())
    }

    @Test("The triples are the likeliest of all, with a new place among them", arguments: [0, 1, 2, 3] as [UInt64])
    func triples(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let places = (0..<40).map { number in
            NestedBoxes.Place(
                centre: Vector(.random(in: 0...400, using: &generator), .random(in: 0...300, using: &generator)),
                module: 4, correlation: .random(in: 0.3...0.7, using: &generator), isInverted: false,
                isNew: seed == 0 || number % 5 == 0)
        }
        var costs: [Float] = []
        for a in places {
            for b in places {
                for c in places where a.isNew || b.isNew || c.isNew {
                    if let cost = cost(a, b, c) { costs.append(cost) }
                }
            }
        }
        costs.sort()
        try #require(costs.count > 400)
        for limit in [1, 10, 80] {
            let found = BlurTriple.all(of: places, limit: limit).map(\.cost)
            #expect(found.count == limit)
            for (one, other) in zip(found, costs) { #expect(abs(one - other) < 1e-4) }
        }
        let every = BlurTriple.all(of: places, limit: .max / 8)
        #expect(abs(every.count - costs.count) <= 1)
    }

    /// The cost of a triple; nil if its legs do not fit.
    private func cost(_ a: NestedBoxes.Place, _ b: NestedBoxes.Place, _ c: NestedBoxes.Place) -> Float? {
        let (across, down) = (b.centre - a.centre, c.centre - a.centre)
        let (first, second) = (across.length, down.length)
        guard (40...272).contains(first), (40...272).contains(second) else { return nil }
        let (ratio, angle) = (first / second, abs(across.dot(down)) / (first * second))
        guard ratio > 0.62, ratio < 1.6, angle < 0.4, across.cross(down) > 0 else { return nil }
        return 2 * angle + 2 * abs(logarithm(ratio)) - (a.correlation + b.correlation + c.correlation)
    }
}
