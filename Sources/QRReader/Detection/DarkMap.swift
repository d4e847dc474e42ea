// A bitmap of a level's dark pixels.

/// A bit for every pixel of a level: 1 if it is darker than its threshold, otherwise 0.
///
/// The search for finder patterns reads millions of single pixels, and looks for the next change in a row; packed
/// this way, a whole frame stays in the processor's cache. Its storage is reused between levels.
struct DarkMap {
    private(set) var width = 0
    private(set) var height = 0
    /// The width of one of the level's pixels, in pixels of the frame.
    private(set) var scale: Float = 1
    /// The pixels row by row, the first one in the lowest bit; bits beyond a row's end and each row's last word are
    /// 0.
    private(set) var words: [UInt64] = []
    /// The number of words from one row to the next, one more than hold pixels.
    private(set) var stride = 0
    /// For each row of blocks, the columns outside which everything is light.
    private var spans: [Range<Int>] = []
    private var limits: [UInt8] = []

    /// The number of pixels in a word.
    static let step = 64

    /// Fills the map from a level.
    ///
    /// - Parameter level: A level whose thresholds were measured.
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
                if !inside.isEmpty {
                    Self.fill(&words, inside, from: row, below: limits, level.plane, row: y)
                }
                clear(row + inside.upperBound..<row + stride)
            }
        }
    }

    /// Returns the words of a row that hold the columns, and enough pixels for ``PixelRow``.
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

    private static func fill(
        _ words: inout [UInt64], _ inside: Range<Int>, from row: Int, below limits: borrowing [UInt8],
        _ plane: borrowing LumaPlane, row y: Int
    ) {
        let columns = inside.lowerBound * Self.step..<min(inside.upperBound * Self.step, plane.width)
        let start = y * plane.width
        let target = row + inside.lowerBound..<row + inside.upperBound
        var all = words.mutableSpan
        var part = all._mutatingExtracting(target)
        PixelRow.darkness(
            plane.pixels.span.bytes.extracting(start + columns.lowerBound..<start + columns.upperBound),
            below: limits.span.bytes.extracting(columns), into: &part)
    }

    /// Returns the columns of a row outside which everything is light.
    func span(ofRow y: Int) -> Range<Int> { spans[y >> 3] }

    /// Returns whether a pixel is dark.
    func isDark(_ x: Int, _ y: Int) -> Bool { bit(x, row: y &* stride) != 0 }

    /// Reads a pixel.
    ///
    /// - Parameters:
    ///   - x: A column.
    ///   - row: The row's first word.
    /// - Returns: 1 if the pixel is dark.
    @inline(__always)
    func bit(_ x: Int, row: Int) -> UInt64 { words[row &+ x &>> 6] &>> UInt64(x & 63) & 1 }

    /// The number of pixels that ``column(_:row:step:)`` reads.
    static let columnStep = 16

    /// Reads several pixels of a column.
    ///
    /// - Parameters:
    ///   - x: A column.
    ///   - row: The first row's first word.
    ///   - step: The distance between rows in words: ``stride``, or its negative for upwards.
    /// - Returns: One bit for each pixel, the first one lowest: 1 if the pixel is dark.
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
