// The deviation of a curled or creased symbol from a flat one.

/// Displacements of a symbol's modules, measured at its alignment patterns and interpolated between them.
struct AlignmentMesh {
    /// Whether some pattern is displaced by enough to matter.
    private(set) var isBent = false
    private var lines: [Int] = []
    /// The displacement at each crossing of two lines, row by row, in modules.
    private var offsets: [Vector] = []
    private var isFound: [Bool] = []

    /// Returns the cost of measuring: at each crossing, 5 × 5 positions to search and 7 × 7 to centre.
    static func work(for layout: FixedPatterns) -> Int {
        WorkBudget.places(layout.alignmentLines.count * layout.alignmentLines.count * 74 * 25)
    }

    /// Measures the displacements, starting each pattern's search where its neighbours were found.
    ///
    /// - Parameters:
    ///   - layout: The fixed patterns of version 2 or above.
    ///   - map: The map from modules to the frame.
    ///   - view: The view of the picture.
    mutating func measure(_ layout: FixedPatterns, under map: Homography, view: ContrastView) {
        lines = layout.alignmentLines
        isBent = false
        let count = lines.count
        offsets.removeAll(keepingCapacity: true)
        isFound.removeAll(keepingCapacity: true)
        for row in 0..<count {
            for column in 0..<count {
                guard !layout.isFinder(lines[column], lines[row]) else {
                    append(Vector(), isFound: true)
                    continue
                }
                let expected = expected(row: row, column: column)
                let place = Vector(Float(lines[column]), Float(lines[row])) + 0.5 + expected
                let near = view.alignmentOffset(at: place, under: map, reach: 1, step: 0.5, pull: 1.5)
                let best = view.alignmentCentre(at: place + near.offset, under: map)
                let isSeen = best.agreement > 7
                let offset = isSeen ? expected + near.offset + best.offset : expected
                append(offset, isFound: isSeen)
                if isSeen, offset.length > 0.2 { isBent = true }
            }
        }
    }

    private mutating func append(_ offset: Vector, isFound found: Bool) {
        offsets.append(offset)
        isFound.append(found)
    }

    /// Returns the mean displacement of the neighbours to the left and above.
    private func expected(row: Int, column: Int) -> Vector {
        let index = row * lines.count + column
        var (sum, count) = (Vector(), Float(0))
        if column > 0, isFound[index - 1] {
            sum += offsets[index - 1]
            count += 1
        }
        if row > 0, isFound[index - lines.count] {
            sum += offsets[index - lines.count]
            count += 1
        }
        return sum / max(count, 1)
    }

    /// Returns the displacement of a place in the symbol, in modules.
    func offset(at place: Vector) -> Vector {
        let (column, x) = cell(place.x)
        let (row, y) = cell(place.y)
        let index = row * lines.count + column
        let upper = offsets[index] * (1 - x) + offsets[index + 1] * x
        let lower = offsets[index + lines.count] * (1 - x) + offsets[index + lines.count + 1] * x
        return upper * (1 - y) + lower * y
    }

    /// Returns the lines between which a coordinate lies, and its share of the distance; outside, a little is
    /// extrapolated.
    private func cell(_ coordinate: Float) -> (line: Int, share: Float) {
        var line = 0
        while line < lines.count - 2, coordinate > Float(lines[line + 1]) + 0.5 { line += 1 }
        let share = (coordinate - Float(lines[line]) - 0.5) / Float(lines[line + 1] - lines[line])
        return (line, min(max(share, -0.3), 1.3))
    }
}
