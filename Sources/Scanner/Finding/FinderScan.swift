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

    private var thresholds: [UInt8] = []
    private var bits: [UInt8] = []
    private var edges: [Int32] = []
    private var core = FinderCore()

    /// Scans a level.
    ///
    /// - Parameters:
    ///   - level: Measured.
    ///   - rowStep: 1 for every row; a pattern is crossed by at least 3 modules' rows.
    mutating func scan(_ level: PictureLevel, rowStep: Int) {
        found.removeAll(keepingCapacity: true)
        work = 0
        guard level.width >= 8, level.height >= 8 else { return }
        fit(level.width)
        var blockRow = -1
        for y in stride(from: rowStep / 2 + 1, to: level.height - 1, by: rowStep) {
            if y >> 3 != blockRow {
                blockRow = y >> 3
                spreadThresholds(of: level, blockRow: blockRow)
            }
            findEdges(inRow: y, of: level)
            work += Work.pixels(level.width)
            scanEdges(inRow: y, of: level)
            if found.count >= Self.limit { return }
        }
    }

    private mutating func fit(_ width: Int) {
        let padded = (width + 7) / 8 * 8 + 16
        if bits.count < padded {
            bits = [UInt8](repeating: 0, count: padded)
            thresholds = bits
            edges = [Int32](repeating: 0, count: padded)
        }
    }

    /// Writes each block's threshold once per pixel.
    private mutating func spreadThresholds(of level: PictureLevel, blockRow: Int) {
        let blocks = level.threshold.columns
        for block in 0..<blocks {
            let value = level.threshold.values[blockRow * blocks + block]
            for x in block * 8..<block * 8 + 8 {
                thresholds[x] = value
            }
        }
    }

    private var edgeCount = 0

    /// Lists where a row changes between dark and light, with the row's two ends.
    private mutating func findEdges(inRow y: Int, of level: PictureLevel) {
        let width = level.width
        let pixels = level.plane.pixels.span.extracting(level.plane.row(y))
        let limits = thresholds
        var allBits = bits.mutableSpan
        var inside = allBits._mutatingExtracting(0..<width)
        PixelRow.darkness(pixels, below: limits.span.extracting(0..<width), into: &inside)
        let last = bits[width - 1]
        for x in width..<width + 16 where x < bits.count {
            bits[x] = last
        }
        edges[0] = 0
        let row = bits
        var places = edges.mutableSpan
        let changes = Self.changes(in: row.span.bytes, width: width, into: &places)
        edgeCount = changes + 1
        edges[edgeCount] = Int32(width)
        edgeCount += 1
    }

    /// Writes the places where a row changes, from the second element on.
    ///
    /// - Returns: How many.
    private static func changes(in bits: RawSpan, width: Int, into edges: inout MutableSpan<Int32>) -> Int {
        var count = 0
        var x = 0
        while x < width {
            // Eight pixels at a time: a byte of the difference is set where a pixel and its right neighbour differ.
            let here = bits.unsafeLoadUnaligned(fromByteOffset: x, as: UInt64.self)
            let next = bits.unsafeLoadUnaligned(fromByteOffset: x + 1, as: UInt64.self)
            var changes = here ^ next
            while changes != 0 {
                count += 1
                edges[count] = Int32(truncatingIfNeeded: x + changes.trailingZeroBitCount / 8 + 1)
                changes &= changes &- 1
            }
            x += 8
        }
        return count
    }

    /// Tries every six edges in a row that are about 1:1:3:1:1.
    private mutating func scanEdges(inRow y: Int, of level: PictureLevel) {
        guard edgeCount >= 6 else { return }
        for index in 0..<edgeCount - 5 {
            let total = edges[index + 5] - edges[index]
            let centre = edges[index + 3] - edges[index + 2]
            // Between 2 and 4.5 of 7 modules: refuses nine of ten without a multiplication more.
            guard 14 * centre >= 4 * total, 14 * centre <= 9 * total, total >= 7 else { continue }
            let runs = FinderRuns(edges: edges.span, at: index)
            guard runs.areFinder else { continue }
            work += 20
            let middle = Int(edges[index + 2] + edges[index + 3]) / 2
            check(x: middle, y: y, moduleSize: runs.moduleSize, in: level)
        }
    }

    /// Looks across the rows at a place whose row looks like a pattern's.
    private mutating func check(x: Int, y: Int, moduleSize: Float, in level: PictureLevel) {
        guard !isKnown(x: x, y: y, level: level) else { return }
        guard let candidate = core.pattern(x: x, y: y, moduleSize: moduleSize, in: level) else { return }
        work += core.work
        found.append(candidate)
    }

    /// Counts one more sighting of a pattern already found here.
    private mutating func isKnown(x: Int, y: Int, level: PictureLevel) -> Bool {
        let place = Vector(Float(x) + 0.5, Float(y) + 0.5) * level.scale
        let isInverted = !level.isDark(x, y)
        for index in found.indices {
            let pattern = found[index]
            let distance = pattern.centre - place
            guard pattern.isInverted == isInverted,
                abs(distance.x) < 1.5 * pattern.moduleSize + 0.5 * level.scale,
                abs(distance.y) < 2 * pattern.moduleSize + level.scale
            else { continue }
            found[index].sightings += 1
            return true
        }
        return false
    }
}
