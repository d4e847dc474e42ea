// How dark or light a place of the frame is, as a symbol there would have it.

/// A level seen in the frame's coordinates, with the polarity of one symbol.
struct ContrastView {
    private let plane: LumaPlane
    private let threshold: LocalThreshold
    private let isInverted: Bool
    /// Pixels of the level per pixel of the frame.
    let resolution: Float

    /// - Parameters:
    ///   - level: Measured.
    ///   - isInverted: Whether the symbol is light on dark.
    init(_ level: PictureLevel, isInverted: Bool) {
        (plane, threshold) = (level.plane, level.threshold)
        self.isInverted = isInverted
        resolution = 1 / level.scale
    }

    /// Light against dark at a place, relative to the local threshold.
    ///
    /// - Parameter place: In the frame; outside of it, the nearest pixel counts.
    /// - Returns: Above 0 where the symbol is light, -48 to 48: what is surer than sure shall not outvote the rest.
    func contrast(at place: Vector) -> Float {
        let sample = plane.sample(at: place * resolution)
        let difference = min(max(difference(of: sample), -48), 48)
        return isInverted ? -difference : difference
    }

    /// The luma of a place above the local threshold.
    private func difference(of sample: (luma: Float, x: Int, y: Int)) -> Float {
        sample.luma - Float(threshold.values[(sample.y >> 3) &* threshold.columns &+ sample.x >> 3])
    }

    /// The mean contrast at marks, each times its sign.
    ///
    /// - Returns: -48 to 48; high where the marks lie on what they expect.
    func agreement(with marks: [SymbolMark], under map: Homography) -> Float {
        var sum: Float = 0
        for mark in marks {
            sum += mark.sign * contrast(at: map(mark.place))
        }
        return sum / Float(max(marks.count, 1))
    }

    /// The share of marks that lie on what they expect.
    func share(of marks: [SymbolMark], under map: Homography) -> Float {
        var count = 0
        for mark in marks where mark.sign * contrast(at: map(mark.place)) > 0 {
            count += 1
        }
        return Float(count) / Float(max(marks.count, 1))
    }

    /// The same for the pixel that holds a place, not clipped.
    ///
    /// - Parameter place: In the level's pixels.
    /// - Returns: Nil outside of the picture.
    func pixelContrast(_ place: Vector) -> Float? {
        guard place.x >= 0, place.y >= 0, place.x < Float(plane.width), place.y < Float(plane.height) else {
            return nil
        }
        let (x, y) = (Int(place.x), Int(place.y))
        let limit = threshold.values[(y >> 3) &* threshold.columns &+ x >> 3]
        let difference = Float(Int(plane.pixels[y &* plane.width &+ x]) &- Int(limit))
        return isInverted ? -difference : difference
    }

    /// Walks along a ray to the first change in one direction.
    ///
    /// - Parameters:
    ///   - origin: Where the ray starts.
    ///   - direction: The unit of all distances.
    ///   - range: From where to where to look.
    ///   - step: How often.
    ///   - toLight: Whether the change is from dark to light.
    /// - Returns: The change's distance, interpolated between two points; nil if there is none.
    func edge(
        from origin: Vector,
        along direction: Vector,
        in range: ClosedRange<Float>,
        step: Float,
        toLight: Bool
    ) -> Float? {
        var distance = range.lowerBound
        var before = contrast(at: origin + direction * distance)
        while distance + step <= range.upperBound {
            let after = contrast(at: origin + direction * (distance + step))
            if toLight ? before <= 0 && after > 0 : before > 0 && after <= 0 {
                return distance + step * before / (before - after)
            }
            distance += step
            before = after
        }
        return nil
    }

    /// Walks along a ray from dark to light, and finds the edge between the two.
    ///
    /// It is where the luma is the mean of the dark before and the light behind it: near a symbol's corner the local
    /// threshold is far from that mean, and would move the edge by a fifth of a module.
    ///
    /// - Parameters:
    ///   - origin: Where the ray starts.
    ///   - direction: The unit of all distances.
    ///   - range: From where to where to look.
    /// - Returns: The edge's distance; nil if there is none.
    func outline(from origin: Vector, along direction: Vector, in range: ClosedRange<Float>) -> Float? {
        let step: Float = 0.1
        var profile = InlineArray<32, Float>(repeating: 0)
        let count = min(32, Int((range.upperBound - range.lowerBound) / step) + 1)
        var crossing: Int?
        var (dark, light) = (Float.infinity, -Float.infinity)
        var (last, wasLight) = (count, true)
        for index in 0..<count where index < last {
            let place = origin + direction * (range.lowerBound + Float(index) * step)
            let sample = plane.sample(at: place * resolution)
            profile[index] = isInverted ? -sample.luma : sample.luma
            let isLight = isInverted ? difference(of: sample) < 0 : difference(of: sample) > 0
            if crossing == nil {
                dark = min(dark, profile[index])
                if isLight, !wasLight {
                    crossing = index
                    // The light may be one module wide: beyond half of it, the next dark begins to count.
                    last = index + 7
                }
                wasLight = isLight
            }
            if crossing != nil { light = max(light, profile[index]) }
        }
        guard var index = crossing else { return nil }
        let middle = (dark + light) / 2
        while index < min(count, last) - 1, profile[index] < middle { index += 1 }
        while index > 1, profile[index - 1] >= middle { index -= 1 }
        let (before, after) = (profile[index - 1], profile[index])
        guard before < middle, after >= middle else { return nil }
        return range.lowerBound + step * (Float(index - 1) + (middle - before) / (after - before))
    }
}
