// The size and centre of a connected area in a dark map.

/// Flood-fills the core of a finder pattern, run by run; its storage is reused between places.
struct CoreArea {
    /// The number of filled pixels.
    private(set) var area = 0
    /// The centre of the filled pixels, in the level's pixels.
    private(set) var centre = Vector()
    /// The number of points examined for the last place.
    private(set) var work = 0

    /// Columns of a row that touch the area and have yet to be examined, in the window.
    private struct Strip {
        var row: Int
        var columns: ClosedRange<Int>
    }

    private var pending: [Strip] = []
    /// For every pixel of the window, 1 if it is filled.
    private var filled: [UInt8] = []

    /// Fills all pixels of the same colour that are connected to a pixel.
    ///
    /// - Parameters:
    ///   - x: The pixel's column, inside the map.
    ///   - y: A pixel inside the map.
    ///   - reach: The maximum extent of the area on each side, in pixels.
    ///   - most: The maximum number of pixels.
    ///   - map: The level's dark map.
    /// - Returns: Whether the area is within these limits.
    mutating func fill(x: Int, y: Int, reach: Int, most: Int, in map: borrowing DarkMap) -> Bool {
        let (left, top) = (max(x - reach, 0), max(y - reach, 0))
        let width = min(x + reach, map.width - 1) - left + 1
        let height = min(y + reach, map.height - 1) - top + 1
        let colour = map.bit(x, row: y * map.stride)
        clear(width * height)
        (area, work) = (0, 40 + width * height / 64)
        var (sumX, sumY) = (0, 0)
        pending.append(Strip(row: y - top, columns: x - left...x - left))
        while let strip = pending.popLast() {
            let start = strip.row &* width
            let row = (top &+ strip.row) &* map.stride
            var column = strip.columns.lowerBound
            while column <= strip.columns.upperBound {
                guard filled[start &+ column] == 0, map.bit(left &+ column, row: row) == colour else {
                    column &+= 1
                    continue
                }
                var (first, last) = (column, column)
                while first > 0, map.bit(left &+ first &- 1, row: row) == colour { first &-= 1 }
                while last < width &- 1, map.bit(left &+ last &+ 1, row: row) == colour { last &+= 1 }
                area &+= last &- first &+ 1
                work &+= 8 &+ (last &- first) / 4
                guard first > 0, strip.row > 0, last < width &- 1, strip.row < height &- 1, area <= most else {
                    return false
                }
                for place in first...last { filled[start &+ place] = 1 }
                sumX &+= (first &+ last) &* (last &- first &+ 1)
                sumY &+= strip.row &* (last &- first &+ 1)
                pending.append(Strip(row: strip.row &- 1, columns: first...last))
                pending.append(Strip(row: strip.row &+ 1, columns: first...last))
                column = last &+ 2
            }
        }
        centre =
            Vector(Float(sumX) / 2, Float(sumY)) / Float(area) + Vector(Float(left), Float(top)) + 0.5
        return true
    }

    private mutating func clear(_ count: Int) {
        pending.removeAll(keepingCapacity: true)
        if filled.count < count { filled = [UInt8](repeating: 0, count: count) }
        var all = filled.mutableSpan
        var window = all._mutatingExtracting(0..<count)
        window.update(repeating: 0)
    }
}
