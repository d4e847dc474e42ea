// A line through a finder pattern, walked in both directions.

/// A line through a finder pattern, and where between its ends the core's middle is.
struct FinderLine {
    /// The width of a module along the line, in steps.
    let moduleSize: Float
    /// From the place to the middle of the core, in steps along the line.
    let middle: Float

    /// Walks both ways from a place; nil unless the runs are those of a finder pattern.
    ///
    /// - Parameters:
    ///   - x: A pixel of the core, inside of the map.
    ///   - y: A pixel of the core, inside of the map.
    ///   - step: -1, 0 or 1 in each direction.
    ///   - limit: The longest run worth following, in steps.
    ///   - map: Of the level.
    ///   - coreAhead: Gets how many pixels of the core there are from the place on, even where this fails.
    init?(
        x: Int, y: Int, step: (x: Int, y: Int), limit: Int, map: borrowing DarkMap, ahead coreAhead: inout Int
    ) {
        let core = map.bit(x, row: y * map.stride)
        var ahead = Walk(x: x, row: y * map.stride, step, stride: map.stride, count: Self.steps(x, y, step, map))
        let after = ahead.run(of: core, limit: limit, in: map)
        coreAhead = after
        guard after <= limit else { return nil }
        let behind = (x: -step.x, y: -step.y)
        var back = Walk(x: x, row: y * map.stride, behind, stride: map.stride, count: Self.steps(x, y, behind, map))
        let before = back.run(of: core, limit: limit, in: map)
        guard before <= limit else { return nil }
        // What ``FinderRuns/areFinder`` takes for a module of this core, and for a ring of such a module.
        let ring = min(limit, Int(1.9 * (Float(before + after) - 0.25) / 1.7 + 0.8))
        guard let ringsAfter = ahead.rings(around: core, limit: ring, in: map),
            let ringsBefore = back.rings(around: core, limit: ring, in: map)
        else { return nil }
        let runs = FinderRuns(
            before: .init(core: before, light: ringsBefore.light, dark: ringsBefore.dark),
            after: .init(core: after, light: ringsAfter.light, dark: ringsAfter.dark))
        moduleSize = runs.moduleSizes[0]
        middle = Float(after - before) / 2
        guard runs.areFinder & 1 != 0 else { return nil }
    }

    /// How many pixels there are from a place to the picture's edge, that place among them.
    private static func steps(_ x: Int, _ y: Int, _ step: (x: Int, y: Int), _ map: borrowing DarkMap) -> Int {
        let across = step.x == 0 ? Int.max : step.x > 0 ? map.width - x : x + 1
        let down = step.y == 0 ? Int.max : step.y > 0 ? map.height - y : y + 1
        return min(across, down)
    }

    /// A walk over pixels in one direction, that ends at the picture's edge.
    private struct Walk {
        private var x: Int
        /// The row's first word.
        private var row: Int
        private let step: (x: Int, row: Int)
        private var left: Int

        init(x: Int, row: Int, _ step: (x: Int, y: Int), stride: Int, count: Int) {
            (self.x, self.row, left) = (x, row, count)
            self.step = (step.x, step.y * stride)
        }

        /// Walks on over pixels of one colour.
        ///
        /// - Returns: How many; one more than the limit where there are more.
        @inline(__always)
        mutating func run(of colour: UInt64, limit: Int, in map: borrowing DarkMap) -> Int {
            let end = min(left, limit &+ 1)
            let words = map.words.span
            var length = 0
            if step.x == 0 {
                // Most walks are along a column, and most of those the only one.
                let (bit, start) = (UInt64(x & 63), row &+ x &>> 6)
                while length < end, words[start &+ length &* step.row] &>> bit & 1 == colour { length &+= 1 }
            } else {
                while length < end, map.bit(x &+ length &* step.x, row: row &+ length &* step.row) == colour {
                    length &+= 1
                }
            }
            x &+= length &* step.x
            row &+= length &* step.row
            left &-= length
            return length
        }

        /// Walks on over the light ring and the dark ring, which the picture's edge may cut.
        @inline(__always)
        mutating func rings(around core: UInt64, limit: Int, in map: borrowing DarkMap) -> (light: Int, dark: Int)? {
            let light = run(of: 1 &- core, limit: limit, in: map)
            guard light >= 1, light <= limit else { return nil }
            let dark = run(of: core, limit: limit, in: map)
            guard dark >= 1, dark <= limit else { return nil }
            return (light, dark)
        }
    }
}
