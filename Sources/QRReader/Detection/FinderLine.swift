// A line through a finder pattern, walked in both directions.

/// A line through a finder pattern, and the position of the core's centre between its ends.
struct FinderLine {
    /// The width of a module along the line, in steps.
    let moduleSize: Float
    /// The distance from the place to the centre of the core, in steps along the line.
    let middle: Float

    /// Walks both ways from a place; nil unless the runs are those of a finder pattern.
    ///
    /// - Parameters:
    ///   - x: The column of a pixel in the core, inside the map.
    ///   - y: The row of the pixel.
    ///   - step: -1, 0 or 1 in each direction.
    ///   - limit: The longest run worth following, in steps.
    ///   - map: The level's dark map.
    ///   - coreAhead: Receives the number of the core's pixels from the place on, even on failure.
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
        // The largest module that ``FinderRuns/isFinder`` accepts for this core, and the largest ring of such a
        // module: 1.9 × (before + after - 0.25) / 1.7 + 0.8, rounded down.
        let ring = min(limit, (380 &* (before &+ after) &+ 177) / 340)
        guard let ringsAfter = ahead.rings(around: core, limit: ring, in: map),
            let ringsBefore = back.rings(around: core, limit: ring, in: map)
        else { return nil }
        let runs = FinderRuns(
            before: .init(core: before, light: ringsBefore.light, dark: ringsBefore.dark),
            after: .init(core: after, light: ringsAfter.light, dark: ringsAfter.dark))
        moduleSize = runs.moduleSize
        middle = Float(after - before) / 2
        guard runs.isFinder else { return nil }
    }

    /// Returns the number of pixels from a place to the picture's edge, including the place.
    private static func steps(_ x: Int, _ y: Int, _ step: (x: Int, y: Int), _ map: borrowing DarkMap) -> Int {
        let across = step.x == 0 ? Int.max : step.x > 0 ? map.width - x : x + 1
        let down = step.y == 0 ? Int.max : step.y > 0 ? map.height - y : y + 1
        return min(across, down)
    }

    /// A walk over pixels in one direction, which ends at the picture's edge.
    ///
    /// Sixteen pixels are fetched at once: the end of a run within them is computed instead of walked to, since no
    /// processor predicts that branch.
    private struct Walk {
        private var x: Int
        /// The index of the row's first word.
        private var row: Int
        private let step: (x: Int, row: Int)
        /// The number of pixels that have yet to be fetched.
        private var left: Int
        /// The next pixels, the nearest in the lowest bit.
        private var window: UInt64 = 0
        private var ready = 0

        private static let fetched = DarkMap.columnStep

        init(x: Int, row: Int, _ step: (x: Int, y: Int), stride: Int, count: Int) {
            (self.x, self.row, left) = (x, row, count)
            self.step = (step.x, step.y * stride)
        }

        private mutating func fetch(from map: borrowing DarkMap) {
            ready = min(Self.fetched, left)
            left &-= ready
            window = 0
            if step.x == 0, ready == Self.fetched {
                // Nearly all walks are along columns.
                window = map.column(x, row: row, step: step.row)
                row &+= ready &* step.row
            } else {
                for place in 0..<ready {
                    window |= map.bit(x, row: row) &<< UInt64(place)
                    x &+= step.x
                    row &+= step.row
                }
            }
        }

        /// Advances over pixels of one colour.
        ///
        /// - Returns: The number of pixels; the limit plus 1 if there are more.
        @inline(__always)
        mutating func run(of colour: UInt64, limit: Int, in map: borrowing DarkMap) -> Int {
            var length = 0
            while length <= limit {
                if ready == 0 { fetch(from: map) }
                // Bits beyond the window count as different.
                let others = (window ^ (0 &- colour)) | .max &<< UInt64(ready)
                let run = others.trailingZeroBitCount
                length &+= run
                window &>>= UInt64(run)
                ready &-= run
                if ready > 0 || left == 0 { break }
            }
            return min(length, limit &+ 1)
        }

        /// Advances over the light ring and the dark ring, which the picture's edge may cut off.
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
