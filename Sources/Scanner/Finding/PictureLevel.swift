// One size of a picture, with what is dark and what is light in it.

/// A plane and its thresholds.
struct PictureLevel {
    var plane = LumaPlane()
    private(set) var threshold = LocalThreshold()
    /// Whether the thresholds are those of the plane's picture.
    private(set) var isMeasured = false

    var width: Int { plane.width }
    var height: Int { plane.height }
    /// How many pixels of the frame one pixel of this level is wide.
    var scale: Float { plane.scale }

    /// Says that the plane holds a new picture.
    mutating func renew() {
        isMeasured = false
    }

    /// Measures the thresholds, once per picture.
    ///
    /// - Parameter measurement: What measures.
    /// - Returns: The work done, in points looked at.
    mutating func measure(_ measurement: inout ThresholdMeasurement) -> Int {
        guard !isMeasured else { return 0 }
        // Noise of a camera is averaged out at smaller sizes, so less contrast is taken for a picture there.
        measurement.measure(plane, contrast: scale == 1 ? 20 : 16, into: &threshold)
        isMeasured = true
        return Work.pixels(width * height)
    }

    /// The threshold's distance from a pixel: above 0 light, below 0 dark.
    func contrast(_ x: Int, _ y: Int) -> Int {
        Int(plane.pixels[y * plane.width + x]) - Int(threshold.values[(y >> 3) * threshold.columns + x >> 3])
    }

    /// The rows outside of which everything is light, and a few more; measured.
    var darkRows: Range<Int> {
        guard let rows = threshold.darkRows else { return 0..<0 }
        return max(0, 8 * rows.lowerBound - 8)..<min(height, 8 * rows.upperBound + 8)
    }
}
