// The loops over rows give what their formulas say, for rows of any length and at any address.

import TestSupport
import Testing

@testable import QRReader

struct PixelRowTests {
    private static let lengths = [1, 2, 15, 16, 31, 32, 33, 63, 64, 95, 129, 641]

    private func pixels(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        // Black and white as well as what lies between.
        (0..<count).map { _ in UInt8(clamping: Int.random(in: -128...383, using: &random)) }
    }

    /// Calls with a row whose first pixel lies at an odd address as often as at an even one.
    @_lifetime(borrow row)
    private func part(_ row: borrowing [UInt8], from start: Int, _ count: Int) -> RawSpan {
        row.span.bytes.extracting(start..<start + count)
    }

    @Test("A pixel of half the size is the mean of four, rounded half up", arguments: lengths)
    func halves(count: Int) {
        var random = SeededGenerator(seed: 1)
        let (upper, lower) = (pixels(2 * count + 3, &random), pixels(2 * count + 3, &random))
        var result = [UInt8](repeating: 7, count: count + 2)
        var span = result.mutableSpan
        var bytes = span.mutableBytes
        var output = bytes._mutatingExtracting(1..<count + 1)
        PixelRow.halve(part(upper, from: 3, 2 * count), part(lower, from: 2, 2 * count), into: &output)
        for x in 0..<count {
            let four = [upper[2 * x + 3], upper[2 * x + 4], lower[2 * x + 2], lower[2 * x + 3]]
            #expect(Int(result[x + 1]) == four.reduce(2) { $0 + Int($1) } / 4)
        }
        #expect(result.first == 7 && result.last == 7)
    }

    @Test("A smoothed pixel is a mean with double weight, rounded down once and up once", arguments: lengths)
    func blends(count: Int) {
        var random = SeededGenerator(seed: 2)
        let row = pixels(count + 2, &random)
        var result = [UInt8](repeating: 7, count: count + 2)
        var span = result.mutableSpan
        var bytes = span.mutableBytes
        var output = bytes._mutatingExtracting(1..<count + 1)
        PixelRow.blend(
            part(row, from: 0, count), part(row, from: 1, count), part(row, from: 2, count), into: &output)
        for x in 0..<count {
            let outer = (Int(row[x]) + Int(row[x + 2])) / 2
            #expect(Int(result[x + 1]) == (outer + Int(row[x + 1]) + 1) / 2)
        }
        #expect(result.first == 7 && result.last == 7)
    }

    @Test("Sums of columns follow the rows, and pixels move away from the mean around them", arguments: lengths)
    func sharpens(count: Int) {
        var random = SeededGenerator(seed: 3)
        let rows = (0..<6).map { _ in pixels(count + 1, &random) }
        let (leaving, middle, entering) = (rows[0], rows[3], rows[5])
        var sums = [Int16](repeating: -9, count: count + 4)
        for x in 0..<count { sums[x + 2] = rows[0..<5].reduce(0) { $0 + Int16($1[x + 1]) } }
        var span = sums.mutableSpan
        var bytes = span.mutableBytes
        PixelRow.slide(adding: part(entering, from: 1, count), removing: part(leaving, from: 1, count), sums: &bytes)
        for x in 0..<count { #expect(sums[x + 2] == rows[1..<6].reduce(0) { $0 + Int16($1[x + 1]) }) }
        #expect(sums.prefix(2) == [-9, -9] && sums.suffix(2) == [-9, -9])
        var result = [UInt8](repeating: 7, count: count + 2)
        var resultSpan = result.mutableSpan
        var resultBytes = resultSpan.mutableBytes
        var output = resultBytes._mutatingExtracting(1..<count + 1)
        PixelRow.sharpen(part(middle, from: 1, count), sums: sums.span.bytes, into: &output)
        for x in 0..<count {
            let around = sums[x..<x + 5].reduce(0) { $0 + Int($1) }
            #expect(Int(result[x + 1]) == min(max(33 * Int(rows[3][x + 1]) - around, 0), 8 * 255) / 8)
        }
        #expect(result.first == 7 && result.last == 7)
    }

    @Test("A bit is 1 where a pixel is darker than its limit, and 0 beyond the row", arguments: lengths)
    func darkness(count: Int) {
        var random = SeededGenerator(seed: 4)
        let (row, limits) = (pixels(count + 1, &random), pixels(count + 3, &random))
        var words = [UInt64](repeating: .max, count: (count + 63) / 64)
        var span = words.mutableSpan
        PixelRow.darkness(part(row, from: 1, count), below: part(limits, from: 3, count), into: &span)
        for x in 0..<64 * words.count {
            let isDark = x < count && row[x + 1] < limits[x + 3]
            #expect((words[x / 64] >> UInt64(x % 64) & 1 == 1) == isDark)
        }
    }
}
