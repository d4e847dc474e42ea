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
    private var edges: [Int32] = []
    private var runs: [Int16] = []
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
        work = Work.pixels(level.width * level.height)
        if edges.count < level.width + 16 {
            edges = [Int32](repeating: 0, count: level.width + 16)
            runs = [Int16](repeating: 0, count: level.width + 16)
        }
        for y in stride(from: rowStep / 2 + 1, to: level.height - 1, by: rowStep) {
            let span = map.span(ofRow: y)
            guard !span.isEmpty else { continue }
            findEdges(inRow: y, span, &detail)
            work += edgeCount
            scanEdges(inRow: y)
            if found.count >= Self.limit || work >= limit { return }
        }
        detail.end()
    }

    private var edgeCount = 0

    /// Lists where a row changes between dark and light, with the two ends of what may be dark.
    private mutating func findEdges(inRow y: Int, _ span: Range<Int>, _ detail: inout DetailMap) {
        edges[0] = Int32(span.lowerBound)
        let map = map
        var places = edges.mutableSpan
        let changes = Self.changes(in: map.bytes.span.bytes, row: y * map.width, span, into: &places) { count, x in
            detail.add(count, x: x, y: y)
        }
        edges[changes + 1] = Int32(span.upperBound)
        edgeCount = changes + 2
    }

    /// Writes the places where a row changes, from the second element on, and tells how many each eight pixels have.
    ///
    /// - Returns: How many.
    @inline(__always)
    private static func changes(
        in bytes: RawSpan, row: Int, _ span: Range<Int>, into edges: inout MutableSpan<Int32>,
        tell: (UInt8, Int) -> Void
    ) -> Int {
        precondition(row >= 0 && row &+ span.upperBound &+ 8 < bytes.byteCount && span.count &+ 8 < edges.count)
        var count = 0
        var x = span.lowerBound
        while x < span.upperBound {
            // Eight pixels at a time: a byte of the difference is 1 where a pixel and its right neighbour differ.
            let here = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: row &+ x, as: UInt64.self)
            let next = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: row &+ x &+ 1, as: UInt64.self)
            var changes = here ^ next
            // What differs at the span's end is another row's.
            let left = span.upperBound &- 1 &- x
            if left < 8 { changes &= 1 &<< UInt64(8 &* left) &- 1 }
            if changes != 0 {
                // The sum of the bytes is the product's highest.
                let found = Int((changes &* 0x0101_0101_0101_0101) &>> 56)
                tell(UInt8(truncatingIfNeeded: found), x)
                // Few have more than three: whether there are one or two is not to be guessed, so all are written.
                edges[unchecked: count &+ 1] = place(x, &changes)
                edges[unchecked: count &+ 2] = place(x, &changes)
                edges[unchecked: count &+ 3] = place(x, &changes)
                if found > 3 {
                    for index in 4...found { edges[unchecked: count &+ index] = place(x, &changes) }
                }
                count &+= found
            }
            x &+= 8
        }
        return count
    }

    /// Takes the first change; what it gives where there is none, means nothing.
    @inline(__always)
    private static func place(_ x: Int, _ changes: inout UInt64) -> Int32 {
        let byte = (changes | 1 &<< 63).trailingZeroBitCount &>> 3
        changes &= changes &- 1
        return Int32(truncatingIfNeeded: x &+ byte &+ 1)
    }

    /// Tries every six edges in a row that are about 1:1:3:1:1.
    private mutating func scanEdges(inRow y: Int) {
        RunScreen.measure(edges, count: edgeCount, into: &runs)
        for index in stride(from: 0, to: edgeCount - 5, by: RunScreen.step) {
            var lines = RunScreen.lines(in: runs.span, from: index)
            // Behind the last edge are an earlier row's.
            let left = edgeCount &- 5 &- index
            if left < RunScreen.step { lines &= 1 &<< UInt64(8 &* left) &- 1 }
            while lines != 0 {
                let line = lines.trailingZeroBitCount &>> 3
                lines &= ~(255 &<< UInt64(8 &* line))
                tryEdges(index &+ line, inRow: y)
            }
        }
    }

    private mutating func tryEdges(_ index: Int, inRow y: Int) {
        let lines = FinderRuns(edges: edges.span, at: index)
        guard lines.areFinderRows & 1 != 0 else { return }
        let middle = Int(edges[index + 2] &+ edges[index + 3]) / 2
        guard !core.isRefused(x: middle, y: y) else { return }
        check(x: middle, y: y, moduleSize: lines.moduleSizes[0])
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
