// Sums and extremes of blocks of pixels.

/// The sum, the darkest and the lightest pixel of each of many blocks.
struct BlockStatistics {
    private(set) var sums: [Int32] = []
    private(set) var darkest: [UInt8] = []
    private(set) var lightest: [UInt8] = []

    /// Makes room for a number of blocks.
    mutating func fit(_ count: Int) {
        guard sums.count < count else { return }
        sums = Array(repeating: 0, count: count)
        darkest = Array(repeating: 0, count: count)
        lightest = Array(repeating: 0, count: count)
    }

    /// The statistics of a group of pixels.
    struct Values {
        let sum: Int32
        let darkest: UInt8
        let lightest: UInt8

        /// The statistics of no pixels.
        static let none = Values(sum: 0, darkest: .max, lightest: .min)

        /// Returns the statistics of blocks of white pixels.
        static func white(blocks: Int32) -> Values { Values(sum: blocks * 64 * 255, darkest: .max, lightest: .max) }
    }

    /// Sets blocks to the same values.
    mutating func fill(_ range: Range<Int>, _ values: Values) {
        var allSums = sums.mutableSpan
        var sum = allSums._mutatingExtracting(range)
        sum.update(repeating: values.sum)
        var allDarkest = darkest.mutableSpan
        var dark = allDarkest._mutatingExtracting(range)
        dark.update(repeating: values.darkest)
        var allLightest = lightest.mutableSpan
        var light = allLightest._mutatingExtracting(range)
        light.update(repeating: values.lightest)
    }

    mutating func set(_ index: Int, sum: Int32, darkest dark: UInt8, lightest light: UInt8) {
        sums[index] = sum
        darkest[index] = dark
        lightest[index] = light
    }

    /// Measures a row of a picture's blocks; blocks that would extend beyond the picture are moved inside.
    ///
    /// - Parameters:
    ///   - inside: The blocks to measure.
    ///   - row: The row of blocks.
    ///   - plane: The picture.
    ///   - first: The element of the row's first block.
    ///   - ranges: The number of blocks for each range of luma, to which these are added.
    mutating func measure(
        _ inside: Range<Int>, ofRow row: Int, of plane: LumaPlane, at first: Int, ranges: inout [Int]
    ) {
        Self.measure(inside, ofRow: row, of: plane, at: first, &sums, &darkest, &lightest, &ranges)
    }

    private static func measure(
        _ inside: Range<Int>, ofRow row: Int, of plane: LumaPlane, at first: Int, _ allSums: inout [Int32],
        _ allDarkest: inout [UInt8], _ allLightest: inout [UInt8], _ ranges: inout [Int]
    ) {
        let pixels = plane.pixels.span.bytes
        let side = PixelBlocks.side
        let start = min(row * side, plane.height - side) * plane.width
        var sums = allSums.mutableSpan
        var darkest = allDarkest.mutableSpan
        var lightest = allLightest.mutableSpan
        var counts = ranges.mutableSpan
        var block = inside.lowerBound
        while block + 2 <= inside.upperBound, (block + 2) * side <= plane.width {
            let pair = PixelBlocks(pixels, at: start + block * side, width: plane.width)
            let element = first + block
            (sums[element], sums[element + 1]) = pair.sums
            (darkest[element], darkest[element + 1]) = pair.darkest
            (lightest[element], lightest[element + 1]) = pair.lightest
            counts[Int(pair.lightest.left &- pair.darkest.left)] += 1
            counts[Int(pair.lightest.right &- pair.darkest.right)] += 1
            block += 2
        }
        while block < inside.upperBound {
            let left = max(0, min((block - 1) * side, plane.width - 2 * side))
            let pair = PixelBlocks(pixels, at: start + left, width: plane.width)
            sums[first + block] = pair.sums.right
            darkest[first + block] = pair.darkest.right
            lightest[first + block] = pair.lightest.right
            counts[Int(pair.lightest.right &- pair.darkest.right)] += 1
            block += 1
        }
    }

    /// Repeats the first and the last element of a range outwards.
    mutating func repeatEnds(_ count: Int, of range: Range<Int>) {
        for distance in 1...count {
            for (from, to) in [(range.lowerBound, -distance), (range.upperBound - 1, distance)] {
                set(from + to, sum: sums[from], darkest: darkest[from], lightest: lightest[from])
            }
        }
    }

    /// Merges blocks into as many others.
    mutating func add(_ other: Self, _ source: Range<Int>, to target: Range<Int>) {
        var allSums = sums.mutableSpan
        var sum = allSums._mutatingExtracting(target)
        let otherSums = other.sums.span.extracting(source)
        for x in sum.indices { sum[x] &+= otherSums[x] }
        var allDarkest = darkest.mutableSpan
        var dark = allDarkest._mutatingExtracting(target)
        let otherDarkest = other.darkest.span.extracting(source)
        for x in dark.indices { dark[x] = min(dark[x], otherDarkest[x]) }
        var allLightest = lightest.mutableSpan
        var light = allLightest._mutatingExtracting(target)
        let otherLightest = other.lightest.span.extracting(source)
        for x in light.indices { light[x] = max(light[x], otherLightest[x]) }
    }
}
