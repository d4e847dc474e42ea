// The signature of a finder pattern: 1:1:3:1:1 along any line through its centre.

/// The lengths in pixels of five runs of dark and light along a line: dark ring, light ring, core, light ring, dark
/// ring.
struct FinderRuns {
    /// The runs from the centre outwards: half of the core, the light ring, the dark ring.
    struct Half {
        var core = 0
        var light = 0
        var dark = 0
    }

    private let first: Float
    private let second: Float
    private let core: Float
    private let fourth: Float
    private let last: Float

    /// The width of a module: a seventh of the line.
    let moduleSize: Float

    /// Combines two halves that both count the centre's pixel.
    init(before: Half, after: Half) {
        (first, second) = (Float(before.dark), Float(before.light))
        core = Float(before.core + after.core - 1)
        (fourth, last) = (Float(after.light), Float(after.dark))
        moduleSize = (first + second + core + fourth + last) / 7
    }

    /// Whether the runs are close enough to 1:1:3:1:1.
    ///
    /// Blur and a wrong threshold widen all dark runs by as much as they narrow the light ones, so neighbours are
    /// compared in pairs, and single runs only loosely. Sampling costs half a pixel at either end.
    var isFinder: Bool {
        let module = moduleSize
        let (outer, inner) = (0.72 * module + 0.75, 0.9 * module + 0.9375)
        let ring = 0.25 * module...1.9 * module + 0.8
        return module >= 1
            && abs(first + second - 2 * module) <= outer && abs(second + core - 4 * module) <= inner
            && abs(core + fourth - 4 * module) <= inner && abs(fourth + last - 2 * module) <= outer
            && ring ~= first && ring ~= second && ring ~= fourth && ring ~= last
            && 1.7 * module - 0.75...4.3 * module + 0.75 ~= core
    }
}
