// Checks a place for a finder pattern and finds its exact centre.

/// Examines a place vertically, horizontally, diagonally and in all directions; its storage is reused between places.
struct FinderCore {
    /// The number of points examined for the last place.
    private(set) var work = 0

    private var core = CoreArea()
    /// For each column, the row to which the core last examined there extends.
    private var refusedRows: [Int32] = []

    /// Discards the record of rejected cores.
    ///
    /// - Parameter width: The width of the next level, in pixels.
    mutating func begin(width: Int) {
        refusedRows.removeAll(keepingCapacity: true)
        refusedRows.append(contentsOf: repeatElement(0, count: width))
    }

    /// Returns whether a place is in a core that was examined and rejected in the same column, some rows above.
    func isRefused(x: Int, y: Int) -> Bool { refusedRows[x] > y }

    /// Checks a place for a finder pattern.
    ///
    /// - Parameters:
    ///   - x: The column of a pixel in the core, inside the map.
    ///   - y: The row of the pixel.
    ///   - moduleSize: The width of a module along the row through the pixel, in the level's pixels.
    ///   - map: The level's dark map.
    /// - Returns: The pattern at this place, if there is one.
    mutating func pattern(x: Int, y: Int, moduleSize: Float, in map: borrowing DarkMap) -> FinderPattern? {
        work = 25
        let limit = Int(moduleSize * 5) + 3
        var below = 0
        let column = FinderLine(x: x, y: y, step: (0, 1), limit: limit, map: map, ahead: &below)
        refusedRows[x] = Int32(truncatingIfNeeded: y + below)
        guard let column else { return nil }
        let tall = column.moduleSize
        guard tall < 4.5 * moduleSize, moduleSize < 4.5 * tall else { return nil }
        work += 60
        let middleY = Int(Float(y) + 0.5 + column.middle)
        guard map.isDark(x, y) == map.isDark(x, middleY),
            let row = FinderLine(x: x, y: middleY, step: (1, 0), limit: limit, map: map, ahead: &below)
        else { return nil }
        let wide = row.moduleSize
        let middleX = Int(Float(x) + 0.5 + row.middle)
        guard map.isDark(x, y) == map.isDark(middleX, middleY),
            isCrossedDiagonally(x: middleX, y: middleY, limit: limit, map: map)
        else { return nil }
        let isDark = map.isDark(x, y)
        let reach = Int(2.6 * max(wide, tall)) + 2
        let isFilled = core.fill(x: middleX, y: middleY, reach: reach, most: Int(14 * wide * tall), in: map)
        work += core.work
        guard isFilled, Float(core.area) >= 3 * wide * tall else { return nil }
        let size = (Float(core.area).squareRoot() + min(wide, tall)) / 4
        // In small patterns, single rays are lost to sampling.
        let least = size < 2.2 ? 10 : 12
        let rays = rays(from: core.centre, isDark: isDark, moduleSize: max(wide, tall), least: least, in: map)
        guard rays >= least else { return nil }
        refusedRows[x] = 0
        return FinderPattern(
            centre: core.centre * map.scale,
            moduleSize: size * map.scale,
            isInverted: !isDark,
            rays: rays,
            sightings: 1,
            scale: map.scale
        )
    }

    /// Returns whether one diagonal looks like a pattern's; a neighbour may cut the other.
    private func isCrossedDiagonally(x: Int, y: Int, limit: Int, map: borrowing DarkMap) -> Bool {
        var ahead = 0
        return FinderLine(x: x, y: y, step: (1, 1), limit: limit, map: map, ahead: &ahead) != nil
            || FinderLine(x: x, y: y, step: (1, -1), limit: limit, map: map, ahead: &ahead) != nil
    }

    /// The unit vectors of 16 directions, rotated slightly so that none runs along a row or column.
    private static let directions: [Vector] = (0..<16).map { index in
        let angle = Float(index) * .pi / 8 + 0.05
        return Vector(cosine(angle), cosine(angle - .pi / 2))
    }

    /// Counts the rays from a place that cross 1.5 modules of core, one of light ring and one of dark ring.
    ///
    /// - Returns: The number of rays, 0 to 16; less than `least` once `least` cannot be reached any more.
    private mutating func rays(
        from centre: Vector, isDark: Bool, moduleSize: Float, least: Int, in map: borrowing DarkMap
    ) -> Int {
        let step = moduleSize < 2.5 ? 0.5 : moduleSize < 6 ? 1 : moduleSize / 5
        let limit = Int((moduleSize * 6.5 + 4) / step)
        var (crossing, missing) = (0, 0)
        for direction in Self.directions {
            if isRay(from: centre, step: direction * step, length: step, limit: limit, isDark: isDark, in: map) {
                crossing += 1
            } else {
                missing += 1
                if missing > 16 - least { break }
            }
        }
        work += (crossing + missing) * (limit / 2 + 4)
        return crossing
    }

    private func isRay(
        from centre: Vector,
        step: Vector,
        length: Float,
        limit: Int,
        isDark: Bool,
        in map: borrowing DarkMap
    ) -> Bool {
        var place = centre
        var expected = isDark
        var ring = 0
        var counts = SIMD4<Float>()
        for taken in 0...limit {
            guard taken < limit else { return false }
            let (x, y) = (Int(place.x), Int(place.y))
            guard place.x >= 0, place.y >= 0, map.contains(x, y) else {
                // The picture's edge may cut off the dark ring.
                if ring == 2 { break }
                return false
            }
            if map.isDark(x, y) != expected {
                ring += 1
                if ring == 3 { break }
                expected.toggle()
            }
            counts[ring] += 1
            place += step
        }
        let module = counts.sum() / 3.5
        let tolerance = 0.35 * module + 1 / length
        return abs(counts[0] - 1.5 * module) < tolerance && abs(counts[1] - module) < tolerance
            && abs(counts[2] - module) < tolerance
    }
}
