// Interpolation between pixels.

extension LumaPlane {
    /// A fixed-point coordinate with a resolution of 1/128 pixel.
    private struct Fixed {
        var pixel: Int
        var fraction: Int

        /// Converts a coordinate.
        ///
        /// - Parameters:
        ///   - coordinate: The coordinate; values below 0 and NaN become 0.
        ///   - limit: The maximum, to which larger values are clamped; at most 65,535.
        @inline(__always)
        init(_ coordinate: Float, limit: Float) {
            let above = coordinate > 0 ? coordinate : 0
            let inside = above < limit ? above : limit
            // From 65,536 to 131,072, the lowest bit of a `Float`'s 23-bit significand is 1/128. This avoids a
            // checked conversion to an integer, which would take a third of the time of most frames.
            let bits = Int((inside + 65_536).bitPattern & 0x7F_FFFF)
            pixel = bits >> 7
            fraction = bits & 127
        }
    }

    /// Interpolates between the four nearest pixels.
    ///
    /// - Parameter place: A place in this plane's pixels, whose centres are at half-integers; outside the plane, the
    ///   nearest pixels count.
    /// - Returns: The luma, 0 to 255.
    @inline(__always)
    func luma(at place: Vector) -> Float {
        sample(at: place).luma
    }

    /// Returns the interpolated luma, and the pixel to the upper left of the place.
    @inline(__always)
    func sample(at place: Vector) -> (luma: Float, x: Int, y: Int) {
        let x = Fixed(place.x - 0.5, limit: limit.x)
        let y = Fixed(place.y - 0.5, limit: limit.y)
        let upper = y.pixel &* width &+ x.pixel
        // In the last column and row, the next pixel has no weight.
        let lower = y.fraction == 0 ? upper : upper &+ width
        let next = x.fraction == 0 ? 0 : 1
        // The last of the four pixels; none lies before the first.
        precondition(lower &+ next < pixels.count)
        let pixels = pixels.span
        let above =
            Int(pixels[unchecked: upper]) &* (128 &- x.fraction) &+ Int(pixels[unchecked: upper &+ next]) &* x.fraction
        let below =
            Int(pixels[unchecked: lower]) &* (128 &- x.fraction) &+ Int(pixels[unchecked: lower &+ next]) &* x.fraction
        let sum = above &* (128 &- y.fraction) &+ below &* y.fraction
        return (Float(Int32(truncatingIfNeeded: sum)) * (1 / 16_384), x.pixel, y.pixel)
    }
}
