// The luma between pixels.

extension LumaPlane {
    /// Interpolates between the four nearest pixels.
    ///
    /// - Parameter place: In this plane's pixels, whose centres are at halves; outside, the nearest pixels count.
    /// - Returns: 0 to 255.
    func luma(at place: Vector) -> Float {
        // In this order of arguments a place that is not a number becomes 0.
        let x = min(limit.x, max(0, place.x - 0.5))
        let y = min(limit.y, max(0, place.y - 0.5))
        let (left, top) = (Int(x), Int(y))
        let right = left + (x < limit.x ? 1 : 0)
        let upper = top * width
        let lower = upper + (y < limit.y ? width : 0)
        let (dx, dy) = (x - Float(left), y - Float(top))
        let above = Float(pixels[upper + left]) * (1 - dx) + Float(pixels[upper + right]) * dx
        let below = Float(pixels[lower + left]) * (1 - dx) + Float(pixels[lower + right]) * dx
        return above + (below - above) * dy
    }
}
