// Sums and extremes of blocks of pixels.

/// The sum, the darkest and the lightest pixel of each of many blocks.
struct BlockStatistics {
    private(set) var sums: [Int32] = []
    private(set) var darkest: [UInt8] = []
    private(set) var lightest: [UInt8] = []

    /// Makes room for a number of blocks, and for ``margin`` more.
    mutating func fit(_ blocks: Int) {
        let count = blocks + Self.margin
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
        while block + EightBlocks.count <= inside.upperBound, (block + EightBlocks.count) * side <= plane.width {
            let eight = EightBlocks(pixels, at: start + block * side, width: plane.width)
            store(eight.sums, from: first + block, in: &sums)
            store(eight.darkest, from: first + block, in: &darkest)
            store(eight.lightest, from: first + block, in: &lightest)
            count(eight.lightest &- eight.darkest, in: &counts)
            block += EightBlocks.count
        }
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

    @inline(__always)
    private static func store<Element: BitwiseCopyable, Vector: SIMD & BitwiseCopyable>(
        _ values: Vector, from element: Int, in elements: inout MutableSpan<Element>
    ) where Vector.Scalar == Element {
        var bytes = elements.mutableBytes
        bytes.storeBytes(of: values, toByteOffset: MemoryLayout<Element>.stride * element, as: Vector.self)
    }

    @inline(__always)
    private static func count(_ values: SIMD8<UInt8>, in counts: inout MutableSpan<Int>) {
        var values = unsafeBitCast(values, to: UInt64.self)
        for _ in 0..<EightBlocks.count {
            counts[Int(values & 255)] &+= 1
            values &>>= 8
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

    /// Replaces blocks with the sums and extremes of five others each.
    ///
    /// - Parameters:
    ///   - other: The blocks to merge; there is room for ``margin`` more.
    ///   - starts: The five blocks that are merged into the first.
    ///   - target: The range of blocks to replace; up to ``margin`` more are overwritten.
    mutating func merge(_ other: borrowing Self, at starts: InlineArray<5, Int>, to target: Range<Int>) {
        let count = (target.count + Self.margin) / 16 * 16
        let last = max(starts[0], starts[1], starts[2], starts[3], starts[4])
        precondition(target.lowerBound >= 0 && target.lowerBound + count <= sums.count)
        precondition(starts[0] >= 0 && last + count <= other.sums.count && other.sums.count == other.darkest.count)
        precondition(min(starts[1], starts[2], starts[3], starts[4]) >= 0 && other.sums.count == other.lightest.count)
        Self.combine(other.darkest, starts, &darkest, target.lowerBound, count) {
            $0.replace(with: $1, where: $1 .< $0)
        }
        Self.combine(other.lightest, starts, &lightest, target.lowerBound, count) {
            $0.replace(with: $1, where: $1 .> $0)
        }
        let source = other.sums.span.bytes
        var all = sums.mutableSpan
        var output = all.mutableBytes
        for block in stride(from: 0, to: 4 * count, by: 32) {
            func eight(_ start: Int) -> SIMD8<Int32> {
                source.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* start &+ block, as: SIMD8<Int32>.self)
            }
            let sum = eight(starts[0]) &+ eight(starts[1]) &+ eight(starts[2]) &+ eight(starts[3]) &+ eight(starts[4])
            output.storeBytes(
                of: sum, toUncheckedByteOffset: 4 &* target.lowerBound &+ block, as: SIMD8<Int32>.self)
        }
    }

    @inline(__always)
    private static func combine(
        _ values: borrowing [UInt8], _ starts: InlineArray<5, Int>, _ result: inout [UInt8], _ target: Int,
        _ count: Int, _ merge: (inout SIMD16<UInt8>, SIMD16<UInt8>) -> Void
    ) {
        let source = values.span.bytes
        var all = result.mutableSpan
        var output = all.mutableBytes
        for block in stride(from: 0, to: count, by: 16) {
            func sixteen(_ start: Int) -> SIMD16<UInt8> {
                source.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ block, as: SIMD16<UInt8>.self)
            }
            var merged = sixteen(starts[0])
            merge(&merged, sixteen(starts[1]))
            merge(&merged, sixteen(starts[2]))
            merge(&merged, sixteen(starts[3]))
            merge(&merged, sixteen(starts[4]))
            output.storeBytes(of: merged, toUncheckedByteOffset: target &+ block, as: SIMD16<UInt8>.self)
        }
    }

    /// The blocks after the last one that ``merge(_:at:to:)`` may read and overwrite.
    static let margin = 15
}
