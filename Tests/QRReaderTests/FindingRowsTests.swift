// Tests of how rows are looked at for finder patterns: their dark pixels, their edges, their runs.

import TestSupport
import Testing

@testable import QRReader

struct FindingRowsTests {
    private func level(width: Int, height: Int) -> PictureLevel {
        var random = SeededGenerator()
        let luma: [UInt8] = (0..<width * height).map { _ in .random(in: 0...255, using: &random) }
        var (level, measurement) = (PictureLevel(), ThresholdMeasurement())
        level.plane.share(Frame(width: width, height: height, luma: luma))
        level.renew()
        _ = level.measure(&measurement)
        return level
    }

    private func isDark(_ x: Int, _ y: Int, in level: PictureLevel) -> Bool {
        level.plane.pixels[y * level.width + x] < level.threshold.values[y / 8 * level.threshold.columns + x / 8]
    }

    @Test("A bit is set where a pixel is darker than its threshold", arguments: [21, 64, 70, 85, 130, 192])
    func bits(width: Int) {
        var map = DarkMap()
        // What a larger picture has left must not be seen.
        map.fill(level(width: 200, height: 40))
        let level = level(width: width, height: 37)
        map.fill(level)
        for y in 0..<37 {
            for x in 0..<width { #expect(map.isDark(x, y) == isDark(x, y, in: level)) }
            for x in width..<64 * map.stride { #expect(map.bit(x, row: y * map.stride) == 0) }
        }
        for x in 0..<width {
            let down = map.column(x, row: 3 * map.stride, step: map.stride, count: 24)
            let up = map.column(x, row: 30 * map.stride, step: -map.stride, count: 24)
            for place in 0..<24 {
                #expect((down >> UInt64(place) & 1 == 1) == isDark(x, 3 + place, in: level))
                #expect((up >> UInt64(place) & 1 == 1) == isDark(x, 30 - place, in: level))
            }
        }
    }

    @Test("All edges of a row are found, between the ends of what may be dark", arguments: [21, 64, 129, 200])
    func edges(width: Int) {
        let level = level(width: width, height: 24)
        var (map, row, detail) = (DarkMap(), RowEdges(), DetailMap())
        map.fill(level)
        row.fit(width: width)
        detail.begin(width: width, height: 24, rowStep: 1)
        for y in 0..<24 {
            let span = map.span(ofRow: y)
            row.list(row: y, span, of: map, &detail)
            let changes = (span.lowerBound + 1..<span.upperBound).filter {
                isDark($0 - 1, y, in: level) != isDark($0, y, in: level)
            }
            let places = [span.lowerBound] + changes + [span.upperBound]
            #expect(row.places.prefix(row.count).elementsEqual(places.map { Int32($0) }))
        }
    }

    @Test("Five runs that begin at any place of a row are a finder pattern's where they are near 1:1:3:1:1")
    func runs() {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let module = Int.random(in: 1...60, using: &random)
            let lengths = (0..<12).map { _ in Int.random(in: 1...4 * module, using: &random) }
            let places = lengths.reduce(into: [Int32(0)]) { $0.append(($0.last ?? 0) + Int32($1)) }
            let padded = places + Array(repeating: 0, count: 2 * RunScreen.step)
            var runs = [Int16](repeating: 0, count: padded.count)
            RunScreen.measure(padded, count: 12, into: &runs)
            var lines: [UInt64] = [.max]
            RunScreen.screen(runs, count: 8, into: &lines)
            // A bit beyond the lines would be a place that the row does not have.
            var fewer: [UInt64] = [.max]
            RunScreen.screen(runs, count: 3, into: &fewer)
            #expect(fewer[0] == lines[0] & 7)
            for line in 0..<8 {
                let isFinder = lines[0] >> UInt64(line) & 1 == 1
                let five = Array(lengths[line..<line + 5])
                // Coarser fractions may let more pass, by two pixels a run at this length, or less, by one.
                if isFinder { #expect(near(five, by: 2).contains(where: isFinderRow), "\(five)") }
                guard isFinderRow(five), near(five, by: 1).allSatisfy(isFinderRow) else { continue }
                #expect(isFinder, "\(five)")
            }
        }
    }

    /// The same runs, with any of them so many pixels shorter or longer.
    private func near(_ runs: [Int], by pixels: Int) -> [[Int]] {
        runs.reduce([[]]) { found, run in
            found.flatMap { before in [0, -pixels, pixels].map { before + [max(1, run + $0)] } }
        }
    }

    private func isFinderRow(_ runs: [Int]) -> Bool {
        let line = FinderRuns(
            before: .init(core: 1, light: runs[1], dark: runs[0]),
            after: .init(core: runs[2], light: runs[3], dark: runs[4]))
        return line.isFinder && 2 * line.moduleSize...4.5 * line.moduleSize ~= Float(runs[2])
    }

    @Test("What an earlier picture has drawn is white where the next draws nothing")
    func whitened() {
        var random = SeededGenerator()
        let luma: [UInt8] = (0..<400 * 120).map { _ in .random(in: 0...255, using: &random) }
        var (plane, sharpening, used) = (LumaPlane(), Sharpening(), LumaPlane())
        plane.share(Frame(width: 400, height: 120, luma: luma))
        for (rows, block) in [(0..<120, 0), (40..<56, 3), (48..<90, 9), (0..<0, 0), (16..<32, 1)] {
            var (area, fresh, detail) = (SearchArea(), LumaPlane(), DetailMap())
            if rows.count == 120 {
                area.takeAll(width: 400, height: 120)
            } else {
                detail.begin(width: 200, height: 60, rowStep: 1)
                for y in rows where y < 60 {
                    let bits: UInt64 = 0xFFFF << UInt64(8 * (block % 6))
                    detail.count(inRow: y) { DetailMap.add(bits, to: &$0, at: $1 + block / 6 * 8) }
                }
                area.take(detail, factor: 2, width: 400, height: 120)
            }
            sharpening.sharpen(plane, area, into: &used)
            sharpening.sharpen(plane, area, into: &fresh)
            #expect(used.pixels == fresh.pixels)
        }
    }
}
