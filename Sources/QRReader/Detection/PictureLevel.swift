// One size of a picture, with its dark and light areas.

/// A plane and its thresholds.
struct PictureLevel {
    var plane = LumaPlane()
    private(set) var threshold = LocalThreshold()
    /// The part of the plane to examine.
    var area = SearchArea()
    /// The parts in which a scan has seen detail.
    var detail = DetailMap()
    /// Whether the thresholds were measured for the plane's picture.
    private(set) var isMeasured = false

    var width: Int { plane.width }
    var height: Int { plane.height }
    /// The width of one of this level's pixels, in pixels of the frame.
    var scale: Float { plane.scale }

    /// Marks the plane as holding a new picture, all of which is to be examined.
    mutating func renew() {
        isMeasured = false
        detail.forget()
        area.takeAll(width: width, height: height)
    }

    /// Replaces the contents with a sharpened copy of the parts of a picture to examine.
    mutating func sharpen(_ other: LumaPlane, _ sharpening: inout Sharpening) {
        sharpening.sharpen(other, area, into: &plane)
        isMeasured = false
    }

    /// Measures the thresholds, once per picture.
    ///
    /// - Parameter measurement: The measurement and its storage.
    /// - Returns: The work done, in examined points.
    mutating func measure(_ measurement: inout ThresholdMeasurement) -> Int {
        guard !isMeasured else { return 0 }
        // Smaller sizes average out camera noise, so a lower contrast counts as part of the picture there.
        measurement.measure(plane, area, contrast: scale == 1 ? 20 : 16, into: &threshold)
        isMeasured = true
        return WorkBudget.pixels(64 * area.blocks)
    }

    /// The rows outside which everything is light, plus a few more; requires measured thresholds.
    var darkRows: Range<Int> {
        guard let rows = threshold.darkRows else { return 0..<0 }
        return max(0, 8 * rows.lowerBound - 8)..<min(height, 8 * rows.upperBound + 8)
    }
}
