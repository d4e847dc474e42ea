// A fast first test of a row's runs, in integers and for many lines at once.

import CPixels

/// Performs the test of ``FinderRuns`` to a fraction of a pixel, and checks that the core is 2 to 4.5 modules wide,
/// as it is in rows through a pattern's centre.
enum RunScreen {
    /// The length to which longer runs are clamped, so that no product exceeds 16 bits; a finder pattern with such
    /// runs fills a picture of 2,000 pixels, whose smaller sizes show it as well.
    static let longestRun: Int32 = 280
    /// The number of runs measured at a time.
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

    /// Finds the lines of five runs that may be finder patterns.
    ///
    /// - Parameters:
    ///   - runs: The runs from ``measure(_:count:into:)``, and at least 19 elements more than lines.
    ///   - count: The number of lines; each begins one run later than the one before.
    ///   - lines: Receives a bit for each line, the first one lowest; there is room for them.
    static func screen(_ runs: [Int16], count: Int, into lines: inout [UInt64]) {
        precondition(count >= 0 && count &+ 19 <= runs.count && count <= 64 &* lines.count)
        runs.withUnsafeBytes { runs in
            lines.withUnsafeMutableBytes { dc_pixels_screen(runs.baseAddress, $0.baseAddress, count) }
        }
    }
}
