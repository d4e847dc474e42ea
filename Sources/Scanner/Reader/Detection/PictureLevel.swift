// One size of a picture, with what is dark and what is light in it.

/// A plane and its thresholds.
struct PictureLevel {
    var plane = LumaPlane()
    private(set) var threshold = LocalThreshold()
    /// What of the plane is to be looked at.
    var area = SearchArea()
    /// Where a scan has seen detail.
    var detail = DetailMap()
    /// Whether the thresholds are those of the plane's picture.
    private(set) var isMeasured = false

    var width: Int { plane.width }
    var height: Int { plane.height }
    /// How many pixels of the frame one pixel of this level is wide.
    var scale: Float { plane.scale }

    /// Says that the plane holds a new picture, all of which is to be looked at.
    mutating func renew() {
        isMeasured = false
        detail.forget()
        area.takeAll(width: width, height: height)
    }

    /// Becomes a sharpened copy of a picture, as far as it is to be looked at.
    mutating func sharpen(_ other: LumaPlane, _ sharpening: inout Sharpening) {
        plane.sharpen(other, area, &sharpening)
        isMeasured = false
    }

    /// Measures the thresholds, once per picture.
    ///
    /// - Parameter measurement: What measures.
    /// - Returns: The work done, in points looked at.
    mutating func measure(_ measurement: inout ThresholdMeasurement) -> Int {
        guard !isMeasured else { return 0 }
        // Noise of a camera is averaged out at smaller sizes, so less contrast is taken for a picture there.
        measurement.measure(plane, area, contrast: scale == 1 ? 20 : 16, into: &threshold)
        isMeasured = true
        return WorkBudget.pixels(64 * area.blocks)
    }

    /// The rows outside of which everything is light, and a few more; measured.
    var darkRows: Range<Int> {
        guard let rows = threshold.darkRows else { return 0..<0 }
        return max(0, 8 * rows.lowerBound - 8)..<min(height, 8 * rows.upperBound + 8)
    }
}
