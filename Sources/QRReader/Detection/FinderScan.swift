// Searches for finder patterns row by row.

/// Finds the places of a level that look like a finder pattern along rows, columns, diagonals and rays.
///
/// Both polarities are found at once: a light core in dark rings is a pattern of an inverted symbol.
struct FinderScan {
    /// The patterns found in the last scan.
    private(set) var found: [FinderPattern] = []
    /// The number of points examined in the last scan.
    private(set) var work = 0

    /// The maximum number of patterns; more would be texture and only cost time.
    private static let limit = 1000

    /// The number of leading patterns that lie above the row.
    private var passed = 0
    private var map = DarkMap()
    private var edges = RowEdges()
    /// A bit for each edge of a row from which six edges may be a pattern's.
    private var lines: [UInt64] = []
    private var core = FinderCore()

    /// Scans a level.
    ///
    /// - Parameters:
    ///   - level: A level whose thresholds were measured.
    ///   - rowStep: The distance between scanned rows; at least the rows of 3 modules cross a pattern.
    ///   - limit: The maximum work; a scan that reaches it has not seen all rows.
    ///   - detail: Receives the parts of the level with detail.
    mutating func scan(_ level: PictureLevel, rowStep: Int, limit: Int, detail: inout DetailMap) {
        found.removeAll(keepingCapacity: true)
        passed = 0
        map.fill(level)
        core.begin(width: level.width)
        detail.begin(width: level.width, height: level.height, rowStep: rowStep)
        work = WorkBudget.pixels(level.width * level.height)
        edges.fit(width: level.width)
        let words = (level.width + 63) / 64
        if lines.count < words { lines = [UInt64](repeating: 0, count: words) }
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

    /// Checks each sequence of six edges in a row for runs of about 1:1:3:1:1.
    private mutating func scanEdges(inRow y: Int) {
        let count = edges.count - 5
        guard count > 0 else { return }
        RunScreen.screen(edges.runs, count: count, into: &lines)
        for word in 0...(count &- 1) &>> 6 {
            var left = lines[word]
            while left != 0 {
                tryEdges(from: word &<< 6 &+ left.trailingZeroBitCount, inRow: y)
                left &= left &- 1
            }
        }
    }

    private mutating func tryEdges(from index: Int, inRow y: Int) {
        let middle = Int(edges.places[index + 2] &+ edges.places[index + 3]) / 2
        guard !core.isRefused(x: middle, y: y) else { return }
        check(x: middle, y: y, moduleSize: Float(edges.places[index + 5] &- edges.places[index]) / 7)
    }

    /// Checks a place in the other directions after its row looked like a pattern's.
    private mutating func check(x: Int, y: Int, moduleSize: Float) {
        guard !isKnown(x: x, y: y) else { return }
        let pattern = core.pattern(x: x, y: y, moduleSize: moduleSize, in: map)
        work += core.work
        if let pattern { found.append(pattern) }
    }

    /// Returns whether a pattern was already found here, and counts another sighting of it.
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
