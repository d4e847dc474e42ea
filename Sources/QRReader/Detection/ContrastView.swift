// The darkness of places in the frame, relative to the polarity of a symbol.

/// A view of a level in the frame's coordinates, with the polarity of one symbol.
struct ContrastView {
    private let plane: LumaPlane
    private let threshold: LocalThreshold
    private let isInverted: Bool
    /// The number of the level's pixels per pixel of the frame.
    let resolution: Float

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - level: A level whose thresholds were measured.
    ///   - isInverted: Whether the symbol is light on dark.
    init(_ level: PictureLevel, isInverted: Bool) {
        (plane, threshold) = (level.plane, level.threshold)
        self.isInverted = isInverted
        resolution = 1 / level.scale
    }

    /// Returns the contrast at a place, relative to the local threshold.
    ///
    /// - Parameter place: A place in the frame; outside it, the nearest pixel counts.
    /// - Returns: The contrast, -48 to 48, above 0 where the symbol is light; the limits prevent extreme values from
    ///   outvoting the rest.
    func contrast(at place: Vector) -> Float {
        let sample = plane.sample(at: place * resolution)
        let difference = min(max(difference(of: sample), -48), 48)
        return isInverted ? -difference : difference
    }

    /// Returns the difference of a place's luma from the local threshold.
    private func difference(of sample: (luma: Float, x: Int, y: Int)) -> Float {
        sample.luma - Float(threshold.values[(sample.y >> 3) &* threshold.columns &+ sample.x >> 3])
    }

    /// Returns the contrasts at eight places at once, as ``contrast(at:)`` does at one.
    ///
    /// - Parameters:
    ///   - x: Places in the frame.
    ///   - y: The same, downwards.
    /// - Returns: The contrasts, -48 to 48.
    @inline(__always)
    func contrasts(x: SIMD8<Float>, y: SIMD8<Float>) -> SIMD8<Float> {
        var difference = samples(x: x, y: y).difference
        let most = SIMD8<Float>(repeating: 48)
        difference.replace(with: most, where: difference .> most)
        difference.replace(with: -most, where: difference .< -most)
        return isInverted ? -difference : difference
    }

    /// Returns the luma at eight places of the frame, and its differences from the local thresholds.
    @inline(__always)
    private func samples(x: SIMD8<Float>, y: SIMD8<Float>) -> (luma: SIMD8<Float>, difference: SIMD8<Float>) {
        let samples = plane.samples(x: x * resolution, y: y * resolution)
        let blocks = (samples.y &>> 3) &* Int32(truncatingIfNeeded: threshold.columns) &+ samples.x &>> 3
        precondition(threshold.values.count >= threshold.columns &* threshold.rows)
        let values = threshold.values.span
        var limits = SIMD8<Int32>.zero
        for lane in 0..<8 { limits[lane] = Int32(values[unchecked: Int(blocks[lane])]) }
        return (samples.luma, samples.luma - SIMD8<Float>(converting: limits))
    }

    /// Returns the mean of the contrast at each mark times the mark's sign.
    ///
    /// - Returns: The agreement, -48 to 48; high if the marks lie on their expected colours.
    func agreement(with list: MarkList, under map: Homography) -> Float {
        var sum = SIMD8<Float>.zero
        for block in list.blocks {
            let places = map.places(x: block.x, y: block.y)
            sum += block.sign * contrasts(x: places.x, y: places.y)
        }
        return sum.sum() / Float(max(list.count, 1))
    }

    /// Returns the share of marks that lie on their expected colours.
    func share(of list: MarkList, under map: Homography) -> Float {
        var count = 0
        for block in list.blocks {
            let places = map.places(x: block.x, y: block.y)
            let agreements = block.sign * contrasts(x: places.x, y: places.y)
            count += (SIMD8<Float>.zero .< agreements).bits.nonzeroBitCount
        }
        return Float(count) / Float(max(list.count, 1))
    }

    /// The width and height of the level, in pixels.
    var size: Vector {
        precondition(plane.pixels.count >= plane.width &* plane.height)
        precondition(threshold.columns &* 8 >= plane.width && threshold.rows &* 8 >= plane.height)
        precondition(threshold.values.count >= threshold.columns &* threshold.rows)
        return Vector(Float(plane.width), Float(plane.height))
    }

    /// Returns the unclipped contrast of the pixel that contains a place.
    ///
    /// - Parameters:
    ///   - place: A place in the level's pixels.
    ///   - size: ``size``, which walks over many pixels ask for once.
    /// - Returns: The contrast; nil outside the picture.
    @inline(__always)
    func pixelContrast(_ place: Vector, within size: Vector) -> Float? {
        guard place.x >= 0, place.y >= 0, place.x < size.x, place.y < size.y else { return nil }
        let (x, y) = (Int(Int32(place.x)), Int(Int32(place.y)))
        let limit = threshold.values.span[unchecked: (y >> 3) &* threshold.columns &+ x >> 3]
        let difference = Float(
            Int32(truncatingIfNeeded: Int(plane.pixels.span[unchecked: y &* plane.width &+ x]) &- Int(limit)))
        return isInverted ? -difference : difference
    }

    /// Walks along a ray to the first change in one direction.
    ///
    /// - Parameters:
    ///   - origin: Where the ray starts.
    ///   - direction: The unit of all distances.
    ///   - range: The range of distances to search.
    ///   - step: The distance between two points.
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

    /// Walks along a ray from dark to light and locates the edge between them.
    ///
    /// The edge is where the luma equals the mean of the dark before it and the light after it: near a symbol's
    /// corner, the local threshold is far from that mean and would shift the edge by a fifth of a module.
    ///
    /// - Parameters:
    ///   - origin: Where the ray starts.
    ///   - direction: The unit of all distances.
    ///   - range: The range of distances to search.
    /// - Returns: The edge's distance; nil if there is none.
    func outline(from origin: Vector, along direction: Vector, in range: ClosedRange<Float>) -> Float? {
        let step: Float = 0.1
        var profile = InlineArray<32, Float>(repeating: 0)
        let count = min(32, Int((range.upperBound - range.lowerBound) / step) + 1)
        var crossing: Int?
        var (dark, light) = (Float.infinity, -Float.infinity)
        var (last, wasLight, lights) = (count, true, UInt8(0))
        for index in 0..<count where index < last {
            if index % 8 == 0 {
                let distances = range.lowerBound + (SIMD8.steps + Float(index)) * step
                let samples = samples(x: origin.x + direction.x * distances, y: origin.y + direction.y * distances)
                let luma = isInverted ? -samples.luma : samples.luma
                for lane in 0..<8 { profile[index + lane] = luma[lane] }
                lights = (isInverted ? samples.difference .< .zero : .zero .< samples.difference).bits
            }
            let isLight = lights & 1 << (index % 8) != 0
            if crossing == nil {
                dark = min(dark, profile[index])
                if isLight, !wasLight {
                    crossing = index
                    // The light may be only one module wide: beyond half of it, the next dark area begins to count.
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
