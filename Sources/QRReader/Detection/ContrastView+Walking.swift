// Fast walks over single pixels, to reject what is not a symbol.

extension ContrastView {
    /// Returns the width of a finder pattern's module, measured along one direction through its centre.
    ///
    /// - Parameters:
    ///   - pattern: A pattern of this view's polarity.
    ///   - direction: A unit vector.
    /// - Returns: The width in the frame's pixels; nil if the line is not about 1:1:3:1:1.
    func moduleSize(of pattern: FinderPattern, along direction: Vector) -> Float? {
        guard let ahead = rings(of: pattern, along: direction),
            let behind = rings(of: pattern, along: -direction)
        else { return nil }
        let module = (ahead.z + behind.z) / 7
        let tolerance = 0.6 * module + 1
        guard abs(ahead.x + behind.x - 3 * module) <= 1.2 * module + 1,
            abs(ahead.y - ahead.x - module) <= tolerance, abs(ahead.z - ahead.y - module) <= tolerance,
            abs(behind.y - behind.x - module) <= tolerance, abs(behind.z - behind.y - module) <= tolerance
        else { return nil }
        return module / resolution
    }

    /// Returns where a ray from a pattern's centre leaves the core, the light ring and the dark ring, in the level's
    /// pixels.
    private func rings(of pattern: FinderPattern, along direction: Vector) -> SIMD3<Float>? {
        let module = pattern.moduleSize * resolution
        let step = min(1, max(0.35, module / 4))
        let limit = Int(module * 12 / step) + 6
        let (size, way) = (size, direction * step)
        var place = pattern.centre * resolution
        var (edges, ring, isLight, before) = (SIMD3<Float>(), 0, false, Float(0))
        for taken in 0..<limit {
            guard let contrast = pixelContrast(place, within: size) else {
                // The picture's edge may cut off the dark ring.
                guard ring == 2 else { return nil }
                edges.z = Float(taken) * step
                return edges
            }
            if isLight ? contrast < 0 : contrast >= 0 {
                let share = taken > 0 && before != contrast ? before / (before - contrast) : 0.5
                edges[ring] = (Float(taken) - 1 + (0...1 ~= share ? share : 0.5)) * step
                ring += 1
                if ring == 3 { return edges }
                isLight.toggle()
            }
            before = contrast
            place += way
        }
        return nil
    }

    /// Counts the changes between dark and light along a line, starting with dark.
    ///
    /// - Parameters:
    ///   - start: Where the line starts, in the frame.
    ///   - end: Where it ends.
    ///   - limit: The largest number worth counting.
    /// - Returns: The number of changes; nil if the line leaves the picture, or if there are more than the limit.
    func changes(from start: Vector, to end: Vector, limit: Float) -> Int? {
        let count = min(Int((end - start).length * resolution * 1.4) + 6, 600)
        let step = (end - start) * resolution / Float(count)
        let size = size
        var (place, isLight, changes) = (start * resolution, false, 0)
        for _ in 1..<count {
            place += step
            guard let contrast = pixelContrast(place, within: size) else { return nil }
            // Differences of up to two steps of luma from the threshold are noise.
            if isLight ? contrast < -2 : contrast > 2 {
                isLight.toggle()
                changes += 1
                guard Float(changes) <= limit else { return nil }
            }
        }
        return changes
    }
}
