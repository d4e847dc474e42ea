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

    /// Interpolates at eight places at once.
    ///
    /// - Parameters:
    ///   - x: Places in this plane's pixels, as for ``luma(at:)``.
    ///   - y: The same, downwards.
    /// - Returns: The luma, 0 to 255.
    @inline(__always)
    func luma(x: SIMD8<Float>, y: SIMD8<Float>) -> SIMD8<Float> { samples(x: x, y: y).luma }

    /// Does the same at eight places as ``sample(at:)`` at one, to the last bit.
    ///
    /// - Parameters:
    ///   - x: Places in this plane's pixels; the plane has two columns and two rows or more.
    ///   - y: The same, downwards.
    /// - Returns: The luma, and the pixels to the upper left of the places.
    @inline(__always)
    func samples(x: SIMD8<Float>, y: SIMD8<Float>) -> (luma: SIMD8<Float>, x: SIMD8<Int32>, y: SIMD8<Int32>) {
        precondition(width > 1 && height > 1 && pixels.count >= width &* height)
        let across = Self.fixed(x - 0.5, limit: limit.x)
        let down = Self.fixed(y - 0.5, limit: limit.y)
        let (column, row) = (across &>> 7, down &>> 7)
        // In the last column and row, the pixel before has no weight, because there is no next one.
        let left = column &+ (Int32(truncatingIfNeeded: width &- 2) &- column) &>> 31
        let top = row &+ (Int32(truncatingIfNeeded: height &- 2) &- row) &>> 31
        let places = top &* Int32(truncatingIfNeeded: width) &+ left
        let pixels = pixels.span.bytes
        var four = SIMD8<Int32>.zero
        for lane in 0..<8 {
            let place = Int(UInt32(bitPattern: places[lane]))
            let above = pixels.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt16.self)
            let below = pixels.unsafeLoadUnaligned(fromUncheckedByteOffset: place &+ width, as: UInt16.self)
            four[lane] = Int32(bitPattern: UInt32(above) | UInt32(below) &<< 16)
        }
        // All products and sums are multiples of 1/128² below 256, which a `Float` holds exactly.
        let right = SIMD8<Float>(converting: across &- left &<< 7) * (1 / 128)
        let lower = SIMD8<Float>(converting: down &- top &<< 7) * (1 / 128)
        let first = SIMD8<Float>(converting: four & 255)
        let second = SIMD8<Float>(converting: (four &>> 8) & 255)
        let third = SIMD8<Float>(converting: (four &>> 16) & 255)
        let fourth = SIMD8<Float>(converting: (four &>> 24) & 255)
        let (above, below) = (first + (second - first) * right, third + (fourth - third) * right)
        return (above + (below - above) * lower, column, row)
    }

    /// Converts eight coordinates to fixed point, of which the lowest seven bits are the fraction.
    @inline(__always)
    private static func fixed(_ coordinates: SIMD8<Float>, limit: Float) -> SIMD8<Int32> {
        let most = SIMD8<Float>(repeating: limit)
        let above = SIMD8<Float>.zero.replacing(with: coordinates, where: .zero .< coordinates)
        let inside = most.replacing(with: above, where: above .< most)
        return unsafeBitCast(inside + 65_536, to: SIMD8<Int32>.self) & 0x7F_FFFF
    }
}
