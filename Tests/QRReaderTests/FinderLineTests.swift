// Lines through finder patterns, and through what is none, are what walking pixel by pixel finds.

import TestSupport
import Testing

@testable import QRReader

struct FinderLineTests {
    /// Nested squares of many sizes, some of them cut off by the picture's edge, and noise.
    private func map(seed: UInt64) -> DarkMap {
        let (width, height) = (230, 190)
        var random = SeededGenerator(seed: seed)
        var luma = [UInt8](repeating: 200, count: width * height)
        for _ in 0..<14 {
            let module = Int.random(in: 1...11, using: &random)
            let left = Int.random(in: -20..<width, using: &random)
            let top = Int.random(in: -20..<height, using: &random)
            for y in max(top, 0)..<max(0, min(top + 7 * module, height)) {
                for x in max(left, 0)..<max(0, min(left + 7 * module, width)) {
                    let ring = max(abs((x - left) / module - 3), abs((y - top) / module - 3))
                    luma[y * width + x] = ring == 2 ? 210 : 30
                }
            }
        }
        for _ in 0..<600 { luma[.random(in: 0..<luma.count, using: &random)] = .random(in: 0...255, using: &random) }
        var (level, measurement, map) = (PictureLevel(), ThresholdMeasurement(), DarkMap())
        level.plane.share(Frame(width: width, height: height, luma: luma))
        level.renew()
        _ = level.measure(&measurement)
        map.fill(level)
        return map
    }

    /// The lengths of the three runs from a place; those that the picture's edge cuts off end there.
    private func runs(_ x: Int, _ y: Int, _ step: (x: Int, y: Int), _ map: DarkMap) -> [Int] {
        let core = map.isDark(x, y)
        var (lengths, place) = ([0, 0, 0], (x: x, y: y))
        for ring in 0..<3 {
            while map.contains(place.x, place.y), map.isDark(place.x, place.y) == (core == (ring != 1)) {
                lengths[ring] += 1
                place = (place.x + step.x, place.y + step.y)
            }
        }
        return lengths
    }

    @Test("A line is found wherever walking finds one", arguments: [(0, 1), (1, 0), (1, 1), (1, -1)])
    func lines(across: Int, down: Int) {
        var random = SeededGenerator(seed: 21)
        var found = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            let map = map(seed: seed)
            for _ in 0..<2000 {
                let (x, y) = (Int.random(in: 0..<230, using: &random), Int.random(in: 0..<190, using: &random))
                let limit = Int.random(in: 3...70, using: &random)
                var ahead = -1
                let line = FinderLine(x: x, y: y, step: (across, down), limit: limit, map: map, ahead: &ahead)
                let (after, before) = (runs(x, y, (across, down), map), runs(x, y, (-across, -down), map))
                #expect(ahead == min(after[0], limit + 1))
                let halves = [before, after].map { FinderRuns.Half(core: $0[0], light: $0[1], dark: $0[2]) }
                let expected = FinderRuns(before: halves[0], after: halves[1])
                let rings = [after[1], after[2], before[1], before[2]]
                let isLine =
                    max(after[0], before[0]) <= limit && rings.allSatisfy { 1...limit ~= $0 } && expected.isFinder
                #expect((line != nil) == isLine, "\(x), \(y), \(before), \(after), limit \(limit)")
                guard let line else { continue }
                found += 1
                #expect(line.moduleSize == expected.moduleSize && line.middle == Float(after[0] - before[0]) / 2)
            }
        }
        #expect(found > 300)
    }
}
