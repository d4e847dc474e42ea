// The signature of a finder pattern: along any line through its centre, 1:1:3:1:1.

/// The lengths of five runs of dark and light along a line, in pixels: dark ring, light ring, core, light ring, dark ring.
struct FinderRuns {
    /// From the centre outwards: half of the core, the light ring, the dark ring.
    struct Half {
        var core = 0
        var light = 0
        var dark = 0
    }

    /// All but the last.
    private let first: SIMD4<Float>
    /// All but the first.
    private let second: SIMD4<Float>

    var total: Float { first[0] + second.sum() }

    var moduleSize: Float { total / 7 }

    /// Two halves that both count the centre's pixel.
    init(before: Half, after: Half) {
        let core = before.core + after.core - 1
        first = SIMD4(Float(before.dark), Float(before.light), Float(core), Float(after.light))
        second = SIMD4(Float(before.light), Float(core), Float(after.light), Float(after.dark))
    }

    /// Six edges in a row.
    @inline(__always)
    init(edges: Span<Int32>, at index: Int) {
        precondition(index >= 0 && index &+ 6 <= edges.count)
        func four(from index: Int) -> SIMD4<Int32> {
            edges.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index, as: SIMD4<Int32>.self)
        }
        let (starts, middles, ends) = (four(from: index), four(from: index &+ 1), four(from: index &+ 2))
        first = SIMD4(middles &- starts)
        second = SIMD4(ends &- middles)
    }

    /// Whether the runs are near enough to 1:1:3:1:1.
    ///
    /// Blur and a wrong threshold widen all dark runs by as much as they narrow the light ones, so neighbours are
    /// compared as pairs, and single runs only loosely. Half a pixel at either end is what sampling costs.
    ///
    /// All is compared at once: one by one, each comparison would be a branch that cannot be foreseen.
    @inline(__always)
    var areFinder: Bool {
        let module = moduleSize
        let tolerance = SIMD4(1, 1.25, 1.25, 1) * (0.72 * module + 0.75)
        let pairs = first + second - SIMD4(2, 4, 4, 2) * module
        let (ring, core) = (
            (least: 0.25 * module, most: 1.9 * module + 0.8), (least: 1.7 * module - 0.75, most: 4.3 * module + 0.75)
        )
        let (least, most) = (
            SIMD4(ring.least, ring.least, core.least, ring.least), SIMD4(ring.most, ring.most, core.most, ring.most)
        )
        let areNear =
            (pairs .<= tolerance) .& (pairs .>= -tolerance) .& (first .>= least) .& (first .<= most)
        let bits = unsafeBitCast(areNear, to: SIMD2<UInt64>.self)
        let last = second[3]
        return bits[0] & bits[1] == .max && last >= ring.least && last <= ring.most && module >= 1
    }
}
