// Which pixels of a level are dark.

/// A bit for every pixel of a level: 1 where it is darker than its threshold, 0 where it is not.
///
/// Looking for finder patterns asks for single pixels by the million, and for the next change of a row; so packed, all of
/// a frame stays in the processor's cache. The storage is kept from level to level.
struct DarkMap {
    private(set) var width = 0
    private(set) var height = 0
    /// How many pixels of the frame one pixel of the level is wide.
    private(set) var scale: Float = 1
    /// Row by row, the first pixel lowest; what is beyond a row's end is 0, and so is its last word.
    private(set) var words: [UInt64] = []
    /// Words from one row to the next: one more than hold pixels.
    private(set) var stride = 0
    /// For each row of blocks the columns outside of which everything is light.
    private var spans: [Range<Int>] = []
    private var limits: [UInt8] = []

    /// Pixels in a word.
    static let step = 64

    /// Maps a level.
    ///
    /// - Parameter level: Measured.
    mutating func fill(_ level: PictureLevel) {
        (width, height, scale) = (level.width, level.height, level.scale)
        stride = (width + Self.step - 1) / Self.step + 1
        if words.count < stride * height { words = [UInt64](repeating: 0, count: stride * height) }
        spans.removeAll(keepingCapacity: true)
        for blockRow in 0..<level.threshold.rows {
            let span = level.threshold.darkSpan(ofRow: blockRow, width: width)
            spans.append(span)
            if !span.isEmpty { level.threshold.spread(row: blockRow, into: &limits) }
            let inside = wordsHolding(span)
            for y in blockRow * 8..<min(blockRow * 8 + 8, height) {
                let row = y * stride
                clear(row..<row + inside.lowerBound)
                if !inside.isEmpty { fill(inside, ofRow: y, level.plane) }
                clear(row + inside.upperBound..<row + stride)
            }
        }
    }

    /// The words of a row that hold its columns, and enough pixels for ``PixelRow``.
    private func wordsHolding(_ columns: Range<Int>) -> Range<Int> {
        guard !columns.isEmpty else { return 0..<0 }
        let start = columns.lowerBound / Self.step
        let isNarrow = start > 0 && width - start * Self.step < PixelRow.step
        return (isNarrow ? start - 1 : start)..<(columns.upperBound + Self.step - 1) / Self.step
    }

    private mutating func clear(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        var all = words.mutableSpan
        var part = all._mutatingExtracting(range)
        part.update(repeating: 0)
    }

    private mutating func fill(_ inside: Range<Int>, ofRow y: Int, _ plane: LumaPlane) {
        let columns = inside.lowerBound * Self.step..<min(inside.upperBound * Self.step, width)
        let pixels = y * width + columns.lowerBound..<y * width + columns.upperBound
        let target = y * stride + inside.lowerBound..<y * stride + inside.upperBound
        let limits = limits
        var all = words.mutableSpan
        var part = all._mutatingExtracting(target)
        PixelRow.darkness(
            plane.pixels.span.bytes.extracting(pixels), below: limits.span.bytes.extracting(columns), into: &part)
    }

    /// The columns of a row outside of which everything is light.
    func span(ofRow y: Int) -> Range<Int> { spans[y >> 3] }

    /// Whether a pixel is dark.
    func isDark(_ x: Int, _ y: Int) -> Bool { bit(x, row: y &* stride) != 0 }

    /// Looks at one pixel.
    ///
    /// - Parameters:
    ///   - x: A column.
    ///   - row: The row's first word.
    /// - Returns: 1 where it is dark.
    @inline(__always)
    func bit(_ x: Int, row: Int) -> UInt64 { words[row &+ x &>> 6] &>> UInt64(x & 63) & 1 }

    /// How many pixels ``column(_:row:step:)`` looks at.
    static let columnStep = 16

    /// Looks at some pixels of a column.
    ///
    /// - Parameters:
    ///   - x: A column.
    ///   - row: The first row's first word.
    ///   - step: From one row to the next: ``stride``, or less than 0 for upwards.
    /// - Returns: A bit for each, the first one lowest: 1 where it is dark.
    func column(_ x: Int, row: Int, step: Int) -> UInt64 {
        let (first, last) = (row &+ x &>> 6, row &+ x &>> 6 &+ (Self.columnStep &- 1) &* step)
        precondition(0..<words.count ~= first && 0..<words.count ~= last)
        let words = words.span
        let bit = UInt64(x & 63)
        var pixels: UInt64 = 0
        for place in 0..<Self.columnStep {
            pixels |= (words[unchecked: first &+ place &* step] &>> bit & 1) &<< UInt64(place)
        }
        return pixels
    }

    func contains(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < width && y < height
    }
}
