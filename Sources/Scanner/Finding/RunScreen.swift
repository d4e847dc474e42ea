// A first look at the runs of a row, in whole numbers and eight lines at once.

/// Refuses the lines of a row that ``FinderRuns`` would refuse, nearly all of them, for a fraction of its cost.
///
/// It tests what ``FinderRuns/areFinderRows`` tests, times 7 so that there is no fraction, with tolerances rounded up.
enum RunScreen {
    /// Longer runs count as this, so that no product leaves 16 bits; a finder pattern of such runs fills a picture of
    /// 3,500 pixels, whose smaller sizes show it as well.
    static let longestRun: Int32 = 500
    /// How many lines go at a time.
    static let step = 8

    /// Takes the lengths of runs from the places where they end.
    ///
    /// - Parameters:
    ///   - edges: Ascending.
    ///   - count: How many of them mean something; as many and eight more are there, of either.
    ///   - runs: Gets one run fewer.
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

    /// Which of eight lines of five runs may be finder patterns.
    ///
    /// - Parameters:
    ///   - runs: From ``measure(_:count:into:)``.
    ///   - index: The first run of the first line; the next line begins one run later.
    /// - Returns: A byte for each line, the first one lowest; 0 where it is refused.
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
        let isCore = (7 &* core .>= 2 &* sum) .& (14 &* core .<= 9 &* sum)
        let outer = larger(distance(7 &* left, 2 &* sum), distance(7 &* right, 2 &* sum))
        let inner = larger(
            distance(7 &* (second &+ core), 4 &* sum), distance(7 &* (fourth &+ core), 4 &* sum))
        let isNear = (outer .<= (3 &* sum) &>> 2 &+ 6) .& (inner .<= sum &- sum &>> 4 &+ 7)
        let longest = larger(larger(first, second), larger(fourth, last))
        let shortest = smaller(smaller(first, second), smaller(fourth, last))
        let areRings = (7 &* longest .<= 2 &* sum &+ 6) .& (28 &* shortest .>= sum)
        let lines = unsafeBitCast(isCore .& isNear .& areRings, to: SIMD8<Int16>.self)
        return unsafeBitCast(SIMD8<Int8>(truncatingIfNeeded: lines), to: UInt64.self)
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
