// The luma between pixels.

extension LumaPlane {
    /// Interpolates between the four nearest pixels.
    ///
    /// - Parameter place: In this plane's pixels, whose centres are at halves; outside, the nearest pixels count.
    /// - Returns: 0 to 255.
    func luma(at place: Vector) -> Float {
        let x = min(max(place.x - 0.5, 0), Float(width - 1))
        let y = min(max(place.y - 0.5, 0), Float(height - 1))
        let (left, top) = (Int(x), Int(y))
        let right = min(left + 1, width - 1)
        let upper = top * width
        let lower = min(top + 1, height - 1) * width
        let (dx, dy) = (x - Float(left), y - Float(top))
        let above = Float(pixels[upper + left]) * (1 - dx) + Float(pixels[upper + right]) * dx
        let below = Float(pixels[lower + left]) * (1 - dx) + Float(pixels[lower + right]) * dx
        return above + (below - above) * dy
    }
}
