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
