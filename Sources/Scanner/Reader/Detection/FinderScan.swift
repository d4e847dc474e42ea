// Looks for finder patterns, row by row.

/// Finds the places of a level where rows, columns, diagonals and rays all look like a finder pattern.
///
/// Both polarities are found at once: a light core in dark rings is a pattern of an inverted symbol.
struct FinderScan {
    /// What was found in the last scan.
    private(set) var found: [FinderPattern] = []
    /// The points looked at in the last scan.
    private(set) var work = 0

    /// More patterns are texture, and only cost time.
    private static let limit = 1000

    /// So many of the first patterns lie above the row.
    private var passed = 0
    private var map = DarkMap()
    private var edges = RowEdges()
    private var core = FinderCore()

    /// Scans a level.
    ///
    /// - Parameters:
    ///   - level: Measured.
    ///   - rowStep: 1 for every row; a pattern is crossed by at least 3 modules' rows.
    ///   - limit: The work that may be done; where it ends early, it has not seen all rows.
    ///   - detail: Gets where the level shows detail.
    mutating func scan(_ level: PictureLevel, rowStep: Int, limit: Int, detail: inout DetailMap) {
        found.removeAll(keepingCapacity: true)
        passed = 0
        map.fill(level)
        core.begin(width: level.width)
        detail.begin(width: level.width, height: level.height, rowStep: rowStep)
        work = WorkBudget.pixels(level.width * level.height)
        edges.fit(width: level.width)
        for y in stride(from: rowStep / 2 + 1, to: level.height - 1, by: rowStep) {
            let span = map.span(ofRow: y)
            guard !span.isEmpty else { continue }
            edges.list(row: y, span, of: map, &detail)
            work += edges.count
            scanEdges(inRow: y)
            if found.count >= Self.limit || work >= limit { return }
        }
        detail.end()
    }

    /// Tries every six edges in a row that are about 1:1:3:1:1.
    private mutating func scanEdges(inRow y: Int) {
        for index in stride(from: 0, to: edges.count - 5, by: RunScreen.step) {
            var lines = RunScreen.lines(in: edges.runs.span, from: index)
            // Behind the last edge are an earlier row's.
            let left = edges.count &- 5 &- index
            if left < RunScreen.step { lines &= 1 &<< UInt64(left) &- 1 }
            while lines != 0 {
                tryEdges(from: index &+ lines.trailingZeroBitCount, inRow: y)
                lines &= lines &- 1
            }
        }
    }

    private mutating func tryEdges(from index: Int, inRow y: Int) {
        let middle = Int(edges.places[index + 2] &+ edges.places[index + 3]) / 2
        guard !core.isRefused(x: middle, y: y) else { return }
        check(x: middle, y: y, moduleSize: Float(edges.places[index + 5] &- edges.places[index]) / 7)
    }

    /// Looks across the rows at a place whose row looks like a pattern's.
    private mutating func check(x: Int, y: Int, moduleSize: Float) {
        guard !isKnown(x: x, y: y) else { return }
        let pattern = core.pattern(x: x, y: y, moduleSize: moduleSize, in: map)
        work += core.work
        if let pattern { found.append(pattern) }
    }

    /// Counts one more sighting of a pattern already found here.
    private mutating func isKnown(x: Int, y: Int) -> Bool {
        let place = Vector(Float(x) + 0.5, Float(y) + 0.5) * map.scale
        let isInverted = !map.isDark(x, y)
        while passed < found.count, found[passed].centre.y + 4 * found[passed].moduleSize < place.y { passed += 1 }
        work += (found.count - passed) / 2
        for index in passed..<found.count {
            let pattern = found[index]
            let distance = pattern.centre - place
            guard pattern.isInverted == isInverted,
                abs(distance.x) < 1.5 * pattern.moduleSize + 0.5 * map.scale,
                abs(distance.y) < 2 * pattern.moduleSize + map.scale
            else { continue }
            found[index].sightings += 1
            return true
        }
        return false
    }
}
