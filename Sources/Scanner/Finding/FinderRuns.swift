// The signature of a finder pattern: along any line through its centre, 1:1:3:1:1.

/// The lengths of five runs of dark and light along each of four lines, in pixels: dark ring, light ring, core, light
/// ring, dark ring.
///
/// Four at once cost what one does, and nothing is left to branches that cannot be foreseen.
struct FinderRuns {
    /// From the centre outwards: half of the core, the light ring, the dark ring.
    struct Half {
        var core = 0
        var light = 0
        var dark = 0
    }

    private let first: SIMD4<Float>
    private let second: SIMD4<Float>
    private let core: SIMD4<Float>
    private let fourth: SIMD4<Float>
    private let last: SIMD4<Float>

    /// A seventh of each line.
    let moduleSizes: SIMD4<Float>

    private init(
        _ first: SIMD4<Float>, _ second: SIMD4<Float>, _ core: SIMD4<Float>, _ fourth: SIMD4<Float>,
        _ last: SIMD4<Float>
    ) {
        (self.first, self.second, self.core, self.fourth, self.last) = (first, second, core, fourth, last)
        moduleSizes = (first + second + core + fourth + last) / 7
    }

    /// Four times the same line, of two halves that both count the centre's pixel.
    init(before: Half, after: Half) {
        func four(_ length: Int) -> SIMD4<Float> { SIMD4(repeating: Float(length)) }
        self.init(
            four(before.dark), four(before.light), four(before.core + after.core - 1), four(after.light),
            four(after.dark))
    }

    /// The lines that begin at four edges in a row, each to the fifth edge after it.
    @inline(__always)
    init(edges: Span<Int32>, at index: Int) {
        precondition(index >= 0 && index &+ 9 <= edges.count)
        func four(_ index: Int) -> SIMD4<Int32> {
            edges.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index, as: SIMD4<Int32>.self)
        }
        let edges = (
            four(index), four(index &+ 1), four(index &+ 2), four(index &+ 3), four(index &+ 4), four(index &+ 5)
        )
        self.init(
            SIMD4<Float>(edges.1 &- edges.0), SIMD4<Float>(edges.2 &- edges.1), SIMD4<Float>(edges.3 &- edges.2),
            SIMD4<Float>(edges.4 &- edges.3), SIMD4<Float>(edges.5 &- edges.4))
    }

    /// Which lines' runs are near enough to 1:1:3:1:1, a bit for each.
    @inline(__always)
    var areFinder: UInt64 { Self.bits(of: areNear) }

    /// The same where the core is 2 to 4.5 modules wide as well, as the rows through a pattern's middle have it.
    @inline(__always)
    var areFinderRows: UInt64 {
        // Nine of ten are refused here.
        let cores = Self.bits(of: Self.isBetween(core, 2 * moduleSizes, 4.5 * moduleSizes))
        return cores == 0 ? 0 : cores & areFinder
    }

    /// Blur and a wrong threshold widen all dark runs by as much as they narrow the light ones, so neighbours are
    /// compared as pairs, and single runs only loosely. Half a pixel at either end is what sampling costs.
    @inline(__always)
    private var areNear: SIMDMask<SIMD4<Int32>> {
        let module = moduleSizes
        let (outer, inner) = (0.72 * module + 0.75, 0.9 * module + 0.9375)
        let (least, most) = (0.25 * module, 1.9 * module + 0.8)
        let left = Self.isNear(first + second - 2 * module, outer) .& Self.isNear(second + core - 4 * module, inner)
        let right = Self.isNear(core + fourth - 4 * module, inner) .& Self.isNear(fourth + last - 2 * module, outer)
        let leftRings = Self.isBetween(first, least, most) .& Self.isBetween(second, least, most)
        let rightRings = Self.isBetween(fourth, least, most) .& Self.isBetween(last, least, most)
        let isCore = Self.isBetween(core, 1.7 * module - 0.75, 4.3 * module + 0.75)
        return left .& right .& leftRings .& rightRings .& isCore .& (module .>= 1)
    }

    @inline(__always)
    private static func isNear(_ difference: SIMD4<Float>, _ tolerance: SIMD4<Float>) -> SIMDMask<SIMD4<Int32>> {
        (difference .<= tolerance) .& (difference .>= -tolerance)
    }

    @inline(__always)
    private static func isBetween(
        _ run: SIMD4<Float>, _ least: SIMD4<Float>, _ most: SIMD4<Float>
    ) -> SIMDMask<SIMD4<Int32>> {
        (run .>= least) .& (run .<= most)
    }

    @inline(__always)
    private static func bits(of mask: SIMDMask<SIMD4<Int32>>) -> UInt64 {
        let pairs = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        let spread = pairs[0] & 0x2_0000_0001 | pairs[1] & 0x8_0000_0004
        return (spread | spread &>> 32) & 15
    }
}
