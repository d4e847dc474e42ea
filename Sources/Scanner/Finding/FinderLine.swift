// A line through a finder pattern, walked in both directions.

/// The runs of a line through a place, and where between its ends the core's middle is.
struct FinderLine {
    var runs: FinderRuns
    /// From the place to the middle of the core, in steps along the line.
    var middle: Float

    /// Walks both ways from a place; nil unless the runs are those of a finder pattern.
    ///
    /// - Parameters:
    ///   - x: A pixel of the core, inside of the level.
    ///   - y: A pixel of the core, inside of the level.
    ///   - step: -1, 0 or 1 in each direction.
    ///   - limit: The longest run worth following, in steps.
    ///   - level: Measured.
    init?(x: Int, y: Int, step: (x: Int, y: Int), limit: Int, level: PictureLevel) {
        guard let after = Self.half(x: x, y: y, step: step, limit: limit, level: level),
            let before = Self.half(x: x, y: y, step: (-step.x, -step.y), limit: limit, level: level)
        else { return nil }
        runs = FinderRuns(before: before, after: after)
        middle = Float(after.core - before.core) / 2
        guard runs.areFinder else { return nil }
    }

    /// Walks from the core outwards over its half, the light ring and the dark ring, which the picture's edge may cut.
    private static func half(
        x: Int,
        y: Int,
        step: (x: Int, y: Int),
        limit: Int,
        level: PictureLevel
    ) -> FinderRuns.Half? {
        let core = level.isDark(x, y)
        var (x, y) = (x, y)
        func run(of isDark: Bool) -> Int {
            var length = 0
            while length <= limit, level.contains(x, y), level.isDark(x, y) == isDark {
                length += 1
                x += step.x
                y += step.y
            }
            return length
        }
        let lengths = (run(of: core), run(of: !core), run(of: core))
        guard lengths.0 <= limit, 1...limit ~= lengths.1, 1...limit ~= lengths.2 else { return nil }
        return FinderRuns.Half(core: lengths.0, light: lengths.1, dark: lengths.2)
    }
}
