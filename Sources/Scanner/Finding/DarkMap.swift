// Which pixels of a level are dark.

/// A byte for every pixel of a level: 1 where it is darker than its threshold, 0 where it is not.
///
/// Looking for finder patterns asks for single pixels by the million; here each is one byte away. The storage is kept
/// from level to level.
struct DarkMap {
    private(set) var width = 0
    private(set) var height = 0
    /// How many pixels of the frame one pixel of the level is wide.
    private(set) var scale: Float = 1
    /// Row by row, and ``padding`` bytes behind the last.
    private(set) var bytes: [UInt8] = []
    /// For each row of blocks the columns outside of which everything is light.
    private var spans: [Range<Int>] = []
    private var limits: [UInt8] = []

    /// Reading ahead of a row's end needs no check.
    static let padding = 16

    /// Maps a level.
    ///
    /// - Parameter level: Measured.
    mutating func fill(_ level: PictureLevel) {
        (width, height, scale) = (level.width, level.height, level.scale)
        if bytes.count < width * height + Self.padding {
            bytes = [UInt8](repeating: 0, count: width * height + Self.padding)
        }
        spans.removeAll(keepingCapacity: true)
        for blockRow in 0..<level.threshold.rows {
            let span = level.threshold.darkSpan(ofRow: blockRow, width: width)
            spans.append(span)
            if !span.isEmpty { level.threshold.spread(row: blockRow, into: &limits) }
            for y in blockRow * 8..<min(blockRow * 8 + 8, height) {
                clear(y * width..<y * width + span.lowerBound)
                if !span.isEmpty { fill(span, ofRow: y, level.plane) }
                clear(y * width + span.upperBound..<(y + 1) * width)
            }
        }
    }

    private mutating func clear(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        var all = bytes.mutableSpan
        var part = all._mutatingExtracting(range)
        part.update(repeating: 0)
    }

    private mutating func fill(_ span: Range<Int>, ofRow y: Int, _ plane: LumaPlane) {
        let range = y * width + span.lowerBound..<y * width + span.upperBound
        let limits = limits
        var all = bytes.mutableSpan
        var raw = all.mutableBytes
        var output = raw._mutatingExtracting(range)
        PixelRow.darkness(
            plane.pixels.span.bytes.extracting(range), below: limits.span.bytes.extracting(span), into: &output)
    }

    /// The columns of a row outside of which everything is light.
    func span(ofRow y: Int) -> Range<Int> { spans[y >> 3] }

    /// Whether a pixel is dark.
    func isDark(_ x: Int, _ y: Int) -> Bool { bytes[y &* width &+ x] != 0 }

    func contains(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < width && y < height
    }
}
