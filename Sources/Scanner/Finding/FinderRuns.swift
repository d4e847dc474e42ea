// The signature of a finder pattern: along any line through its centre, 1:1:3:1:1.

/// The lengths of five runs of dark and light along a line, in pixels.
struct FinderRuns {
    /// From the centre outwards: half of the core, the light ring, the dark ring.
    struct Half {
        var core = 0
        var light = 0
        var dark = 0
    }

    var outerBefore: Float
    var innerBefore: Float
    var core: Float
    var innerAfter: Float
    var outerAfter: Float

    var total: Float { outerBefore + innerBefore + core + innerAfter + outerAfter }

    var moduleSize: Float { total / 7 }

    /// Two halves that both count the centre's pixel.
    init(before: Half, after: Half) {
        outerBefore = Float(before.dark)
        innerBefore = Float(before.light)
        core = Float(before.core + after.core - 1)
        innerAfter = Float(after.light)
        outerAfter = Float(after.dark)
    }

    /// Six edges in a row.
    init(edges: Span<Int32>, at index: Int) {
        outerBefore = Float(edges[index + 1] - edges[index])
        innerBefore = Float(edges[index + 2] - edges[index + 1])
        core = Float(edges[index + 3] - edges[index + 2])
        innerAfter = Float(edges[index + 4] - edges[index + 3])
        outerAfter = Float(edges[index + 5] - edges[index + 4])
    }

    /// Whether the runs are near enough to 1:1:3:1:1.
    ///
    /// Blur and a wrong threshold widen all dark runs by as much as they narrow the light ones, so neighbours are
    /// compared as pairs, and single runs only loosely. Half a pixel at either end is what sampling costs.
    var areFinder: Bool {
        guard total >= 7 else { return false }
        let module = moduleSize
        let tolerance = 0.72 * module + 0.75
        guard abs(outerBefore + innerBefore - 2 * module) <= tolerance,
            abs(innerAfter + outerAfter - 2 * module) <= tolerance,
            abs(innerBefore + core - 4 * module) <= 1.25 * tolerance,
            abs(core + innerAfter - 4 * module) <= 1.25 * tolerance,
            abs(core - 3 * module) <= 1.3 * module + 0.75
        else { return false }
        let range = 0.25 * module...1.9 * module + 0.8
        return range.contains(outerBefore) && range.contains(innerBefore)
            && range.contains(innerAfter) && range.contains(outerAfter)
    }
}
