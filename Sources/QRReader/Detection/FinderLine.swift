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
    @inline(__always)
    init?(
        x: Int, y: Int, step: (x: Int, y: Int), limit: Int, map: borrowing DarkMap, ahead coreAhead: inout Int
    ) {
        let row = y * map.stride
        let core = map.bit(x, row: row)
        let reach = step.x == 0 ? 32 : step.y == 0 ? 64 : 16
        let behind = (x: -step.x, y: -step.y)
        let (stepsAhead, stepsBehind) = (Self.steps(x, y, step, map), Self.steps(x, y, behind, map))
        if stepsAhead >= reach, stepsBehind >= reach {
            let after = Nearest(Self.pixels(x, row, step, reach, map), around: core, reach: reach)
            coreAhead = min(after.core, limit &+ 1)
            guard after.core <= limit else { return nil }
            let before = Nearest(Self.pixels(x, row, behind, reach, map), around: core, reach: reach)
            if after.core < reach {
                guard before.core <= limit else { return nil }
                let ring = Self.longestRing(core: before.core &+ after.core, limit: limit)
                guard max(after.light, before.light, after.dark, before.dark) <= ring else { return nil }
            }
            if after.isWhole, before.isWhole {
                self.init(before: before.runs, after: after.runs)
                return
            }
        }
        let walks = (
            ahead: Walk(x: x, row: row, step, stride: map.stride, count: stepsAhead),
            back: Walk(x: x, row: row, behind, stride: map.stride, count: stepsBehind)
        )
        self.init(core: core, walks.ahead, walks.back, limit: limit, map: map, ahead: &coreAhead)
    }

    /// Walks both ways, however far it is.
    @inline(never)
    private init?(
        core: UInt64, _ ahead: Walk, _ back: Walk, limit: Int, map: borrowing DarkMap, ahead coreAhead: inout Int
    ) {
        var (ahead, back) = (ahead, back)
        let after = ahead.run(of: core, limit: limit, in: map)
        coreAhead = after
        guard after <= limit else { return nil }
        let before = back.run(of: core, limit: limit, in: map)
        guard before <= limit else { return nil }
        let ring = Self.longestRing(core: before &+ after, limit: limit)
        guard let ringsAfter = ahead.rings(around: core, limit: ring, in: map),
            let ringsBefore = back.rings(around: core, limit: ring, in: map)
        else { return nil }
        self.init(
            before: .init(core: before, light: ringsBefore.light, dark: ringsBefore.dark),
            after: .init(core: after, light: ringsAfter.light, dark: ringsAfter.dark))
    }

    /// Combines the runs in both directions; nil unless they are those of a finder pattern.
    private init?(before: FinderRuns.Half, after: FinderRuns.Half) {
        let runs = FinderRuns(before: before, after: after)
        moduleSize = runs.moduleSize
        middle = Float(after.core - before.core) / 2
        guard runs.isFinder else { return nil }
    }

    /// Returns the longest ring that ``FinderRuns/isFinder`` accepts for a core: that of the largest module.
    ///
    /// - Parameters:
    ///   - core: The pixels of the core in both directions, each with the place itself.
    ///   - limit: The longest run worth following.
    /// - Returns: 1.9 × (core - 0.25) / 1.7 + 0.8, rounded down; at most `limit`.
    private static func longestRing(core: Int, limit: Int) -> Int { min(limit, (380 &* core &+ 177) / 340) }

    /// Reads the pixels from a place outwards.
    @inline(__always)
    private static func pixels(
        _ x: Int, _ row: Int, _ step: (x: Int, y: Int), _ count: Int, _ map: borrowing DarkMap
    ) -> UInt64 {
        let down = step.y * map.stride
        if step.x == 0 { return map.column(x, row: row, step: down, count: count) }
        if step.y == 0 { return map.row(x, row: row, isRightwards: step.x > 0) }
        return map.diagonal(x, row: row, step: (step.x, down))
    }

    /// The runs from a place outwards, as far as the pixels go that are read at once.
    ///
    /// The end of a run within them is computed instead of walked to, since no processor predicts that branch.
    private struct Nearest {
        let core: Int
        let light: Int
        let dark: Int
        /// Whether all three runs end within these pixels.
        let isWhole: Bool

        var runs: FinderRuns.Half { .init(core: core, light: light, dark: dark) }

        /// - Parameters:
        ///   - pixels: One bit for each pixel, the nearest one lowest.
        ///   - colour: The core's colour, a bit.
        ///   - reach: The number of pixels.
        @inline(__always)
        init(_ pixels: UInt64, around colour: UInt64, reach: Int) {
            // The bits beyond the pixels are 0, whatever is there: a run that reaches them is cut off, not whole.
            var others = (pixels ^ (0 &- colour)) & .max &>> UInt64(64 &- reach)
            core = min(others.trailingZeroBitCount, reach)
            others &>>= UInt64(core)
            light = (~others).trailingZeroBitCount
            others &>>= UInt64(light)
            dark = min(others.trailingZeroBitCount, reach &- core &- light)
            isWhole = core &+ light &+ dark < reach
        }
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

        private static let fetched = 16

        init(x: Int, row: Int, _ step: (x: Int, y: Int), stride: Int, count: Int) {
            (self.x, self.row, left) = (x, row, count)
            self.step = (step.x, step.y * stride)
        }

        private mutating func fetch(from map: borrowing DarkMap) {
            ready = min(Self.fetched, left)
            left &-= ready
            window = 0
            if step.x == 0, ready == Self.fetched {
                window = map.column(x, row: row, step: step.row, count: Self.fetched)
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
