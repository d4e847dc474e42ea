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

    /// Returns the words of a row that hold the columns.
    private func wordsHolding(_ columns: Range<Int>) -> Range<Int> {
        guard !columns.isEmpty else { return 0..<0 }
        return columns.lowerBound / Self.step..<(columns.upperBound + Self.step - 1) / Self.step
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

    /// Reads pixels of a column.
    ///
    /// - Parameters:
    ///   - x: A column.
    ///   - row: The first row's first word.
    ///   - step: The distance between rows in words: ``stride``, or its negative for upwards.
    ///   - count: The number of pixels: 8 to 64, a multiple of 8.
    /// - Returns: One bit for each pixel, the first one lowest: 1 if the pixel is dark.
    @inline(__always)
    func column(_ x: Int, row: Int, step: Int, count: Int) -> UInt64 {
        let first = row &+ x &>> 6
        let last = first &+ (count &- 1) &* step
        precondition(0..<words.count ~= first && 0..<words.count ~= last)
        let bytes = words.span.bytes
        // The first of a word's bytes is its lowest.
        var offset = 8 &* first &+ x &>> 3 & 7
        var column: UInt64 = 0
        for start in Swift.stride(from: 0, to: count, by: 8) {
            var pixels: UInt64 = 0
            for place in 0..<8 {
                let byte = bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
                pixels |= UInt64(byte) &<< UInt64(8 &* place)
                offset &+= 8 &* step
            }
            let bits = pixels &>> UInt64(x & 7) & 0x0101_0101_0101_0101
            column |= PixelRow.gather(bits) &<< UInt64(start)
        }
        return column
    }

    /// Reads 64 pixels of a row.
    ///
    /// - Parameters:
    ///   - x: The first column to the right, or the last one to the left; 64 columns from there are in the map.
    ///   - row: The row's first word.
    ///   - isRightwards: Whether to read to the right.
    /// - Returns: One bit for each pixel, the first one lowest: 1 if the pixel is dark.
    @inline(__always)
    func row(_ x: Int, row: Int, isRightwards: Bool) -> UInt64 {
        let start = isRightwards ? x : x &- 63
        let (word, bit) = (row &+ start &>> 6, UInt64(start & 63))
        let pixels = words[word] &>> bit | (words[word &+ 1] &<< 1) &<< (63 &- bit)
        return isRightwards ? pixels : pixels.reversed
    }

    /// Reads 16 pixels of a diagonal.
    ///
    /// - Parameters:
    ///   - x: The first column.
    ///   - row: The first row's first word.
    ///   - step: The distance between columns, 1 or -1, and between rows in words.
    /// - Returns: One bit for each pixel, the first one lowest: 1 if the pixel is dark.
    @inline(__always)
    func diagonal(_ x: Int, row: Int, step: (x: Int, row: Int)) -> UInt64 {
        let last = (x: x &+ 15 &* step.x, row: row &+ 15 &* step.row)
        precondition(0..<words.count ~= row &+ x &>> 6 && 0..<words.count ~= last.row &+ last.x &>> 6)
        let words = words.span
        var pixels: UInt64 = 0
        for place in 0..<16 {
            let column = x &+ place &* step.x
            let word = words[unchecked: row &+ place &* step.row &+ column &>> 6]
            pixels |= (word &>> UInt64(column & 63) & 1) &<< UInt64(place)
        }
        return pixels
    }

    func contains(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < width && y < height
    }
}

extension UInt64 {
    /// The bits in the opposite order.
    fileprivate var reversed: UInt64 {
        var bits = byteSwapped
        bits = bits &>> 4 & 0x0F0F_0F0F_0F0F_0F0F | (bits & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
        bits = bits &>> 2 & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) &<< 2
        return bits &>> 1 & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) &<< 1
    }
}
