// How dark or light a place of the frame is, as a symbol there would have it.

/// A level seen in the frame's coordinates, with the polarity of one symbol.
struct ContrastView {
    private let level: PictureLevel
    private let isInverted: Bool
    /// Pixels of the level per pixel of the frame.
    let resolution: Float

    /// - Parameters:
    ///   - level: Measured.
    ///   - isInverted: Whether the symbol is light on dark.
    init(_ level: PictureLevel, isInverted: Bool) {
        self.level = level
        self.isInverted = isInverted
        resolution = 1 / level.scale
    }

    /// Light against dark at a place, relative to the local threshold.
    ///
    /// - Parameter place: In the frame; outside of it, the nearest pixel counts.
    /// - Returns: Above 0 where the symbol is light, -48 to 48: what is surer than sure shall not outvote the rest.
    func contrast(at place: Vector) -> Float {
        let sample = level.plane.sample(at: place * resolution)
        let threshold = level.threshold.values[(sample.y >> 3) &* level.threshold.columns &+ sample.x >> 3]
        let difference = min(max(sample.luma - Float(threshold), -48), 48)
        return isInverted ? -difference : difference
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
        guard place.x >= 0, place.y >= 0, place.x < Float(level.width), place.y < Float(level.height) else { return nil }
        let difference = Float(level.contrast(Int(place.x), Int(place.y)))
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
}
