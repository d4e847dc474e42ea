// The part of a level that is worth searching.

/// For every row of blocks of 8 × 8 pixels, the columns that may hold a part of a symbol.
struct SearchArea {
    /// The columns in pixels; empty if nothing in the row is worth searching.
    private(set) var spans: [Range<Int>] = []

    /// The number of blocks in the area.
    var blocks: Int { spans.reduce(0) { $0 + ($1.count + DetailMap.side - 1) / DetailMap.side } }

    /// The granularity of columns, so that neighbouring rows usually have the same ones.
    private static let step = 64

    /// Covers all of a level.
    ///
    /// - Parameters:
    ///   - width: The level's width, in pixels.
    ///   - height: The level's height, in pixels.
    mutating func takeAll(width: Int, height: Int) {
        take(rows: 0..<height, width: width, height: height)
    }

    /// Covers some rows of a level at their full width.
    ///
    /// - Parameters:
    ///   - rows: The rows, in pixels.
    ///   - width: The level's width.
    ///   - height: The level's height.
    mutating func take(rows: Range<Int>, width: Int, height: Int) {
        spans.removeAll(keepingCapacity: true)
        for top in stride(from: 0, to: height, by: DetailMap.side) {
            spans.append(rows.overlaps(top..<top + DetailMap.side) ? 0..<width : 0..<0)
        }
    }

    /// Covers the parts with detail, and enough around them to determine their thresholds.
    ///
    /// - Parameters:
    ///   - detail: The detail of this level, or of the one at half its size.
    ///   - factor: The width of one of the detail's pixels, in pixels of this level: 1 or 2.
    ///   - width: This level's width; even if the level is sharpened.
    ///   - height: This level's height.
    mutating func take(_ detail: DetailMap, factor: Int, width: Int, height: Int) {
        spans.removeAll(keepingCapacity: true)
        let side = factor * DetailMap.side
        var (above, here, below) = (0..<0, detail.detail(inRow: 0), detail.detail(inRow: 1))
        for top in stride(from: 0, to: height, by: DetailMap.side) {
            if top > 0, top % side == 0 { (above, here, below) = (here, below, detail.detail(inRow: top / side + 1)) }
            spans.append(Self.span(Self.joined(Self.joined(above, here), below), side: side, width: width))
        }
    }

    private static func joined(_ first: Range<Int>, _ second: Range<Int>) -> Range<Int> {
        guard !first.isEmpty, !second.isEmpty else { return first.isEmpty ? second : first }
        return min(first.lowerBound, second.lowerBound)..<max(first.upperBound, second.upperBound)
    }

    /// Returns the columns of the blocks and of one more on either side, widened to limit the number of different
    /// spans.
    private static func span(_ blocks: Range<Int>, side: Int, width: Int) -> Range<Int> {
        guard !blocks.isEmpty else { return 0..<0 }
        let end = min(((blocks.upperBound + 1) * side + step - 1) / step * step, width)
        let start = (blocks.lowerBound - 1) * side / step * step
        return max(0, min(start, end - step))..<end
    }
}
