// A fast first test of a row's runs, in integers and for eight lines at once.

/// Performs the test of ``FinderRuns`` to a fraction of a pixel, and checks that the core is 2 to 4.5 modules wide,
/// as it is in rows through a pattern's centre.
///
/// A module is a seventh of a line, so everything is multiplied by 7, and shares of a module are sums of halves,
/// quarters and so on.
enum RunScreen {
    /// The length to which longer runs are clamped, so that no product exceeds 16 bits; a finder pattern with such
    /// runs fills a picture of 2,000 pixels, whose smaller sizes show it as well.
    static let longestRun: Int32 = 280
    /// The number of lines tested at a time.
    static let step = 8

    /// Computes the lengths of runs from the places where they end.
    ///
    /// - Parameters:
    ///   - edges: The edges, in ascending order.
    ///   - count: The number of valid edges; both arrays hold at least eight more elements.
    ///   - runs: Receives the runs, one fewer than edges.
    static func measure(_ edges: [Int32], count: Int, into runs: inout [Int16]) {
        precondition(count >= 0 && count &+ step < edges.count && count &+ step <= runs.count)
        let ends = edges.span.bytes
        var places = runs.mutableSpan
        var output = places.mutableBytes
        let limit = SIMD8<Int32>(repeating: longestRun)
        for index in stride(from: 0, to: count, by: step) {
            let start = ends.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index, as: SIMD8<Int32>.self)
            let end = ends.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index &+ 4, as: SIMD8<Int32>.self)
            let length = end &- start
            let short = length.replacing(with: limit, where: length .> limit)
            output.storeBytes(
                of: SIMD8<Int16>(truncatingIfNeeded: short), toUncheckedByteOffset: 2 &* index, as: SIMD8<Int16>.self)
        }
    }

    /// Returns which of eight lines of five runs may be finder patterns.
    ///
    /// - Parameters:
    ///   - runs: The runs from ``measure(_:count:into:)``.
    ///   - index: The first run of the first line; the next line begins one run later.
    /// - Returns: One bit for each line, the first one lowest.
    @inline(__always)
    static func lines(in runs: Span<Int16>, from index: Int) -> UInt64 {
        precondition(index >= 0 && index &+ step &+ 4 <= runs.count)
        func eight(_ index: Int) -> SIMD8<Int16> {
            runs.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 2 &* index, as: SIMD8<Int16>.self)
        }
        let (first, second, core) = (eight(index), eight(index &+ 1), eight(index &+ 2))
        let (fourth, last) = (eight(index &+ 3), eight(index &+ 4))
        let (left, right) = (first &+ second, fourth &+ last)
        let sum = left &+ right &+ core
        let seven: SIMD8<Int16> = 7 &* core
        let most: SIMD8<Int16> = 4 &* sum &+ sum &>> 2 &+ sum &>> 4 &+ 5
        let isCore = (seven .>= 2 &* sum) .& (14 &* core .<= 9 &* sum) .& (seven .<= most)
        let outer = larger(distance(7 &* left, 2 &* sum), distance(7 &* right, 2 &* sum))
        let inner = larger(
            distance(7 &* (second &+ core), 4 &* sum), distance(7 &* (fourth &+ core), 4 &* sum))
        let farthest: (SIMD8<Int16>, SIMD8<Int16>) = ((23 &* sum) &>> 5 &+ 5, sum &- (13 &* sum) &>> 7 &+ 6)
        let isNear = (outer .<= farthest.0) .& (inner .<= farthest.1)
        let longest = larger(larger(first, second), larger(fourth, last))
        let shortest = smaller(smaller(first, second), smaller(fourth, last))
        let widest: SIMD8<Int16> = 2 &* sum &- sum &>> 4 &- sum &>> 5 &+ 5
        let areRings = (7 &* longest .<= widest) .& (28 &* shortest .>= sum)
        let isFinder = unsafeBitCast(isCore .& isNear .& areRings, to: SIMD8<Int16>.self)
        // Less than a pixel per module: the sign of the difference is all ones.
        let isNarrow = (sum &- 7) &>> 15
        let lanes = unsafeBitCast(isFinder & ~isNarrow, to: SIMD2<UInt64>.self)
        return bits(lanes[0]) | bits(lanes[1]) &<< 4
    }

    /// Returns the lowest bits of four 16-bit numbers.
    @inline(__always)
    private static func bits(_ lanes: UInt64) -> UInt64 {
        // The product's highest 16 bits gather them.
        ((lanes & 0x1_0001_0001_0001) &* 0x1_0002_0004_0008) &>> 48 & 15
    }

    @inline(__always)
    private static func larger(_ first: SIMD8<Int16>, _ second: SIMD8<Int16>) -> SIMD8<Int16> {
        first.replacing(with: second, where: second .> first)
    }

    @inline(__always)
    private static func smaller(_ first: SIMD8<Int16>, _ second: SIMD8<Int16>) -> SIMD8<Int16> {
        first.replacing(with: second, where: second .< first)
    }

    @inline(__always)
    private static func distance(_ first: SIMD8<Int16>, _ second: SIMD8<Int16>) -> SIMD8<Int16> {
        larger(first &- second, second &- first)
    }
}
