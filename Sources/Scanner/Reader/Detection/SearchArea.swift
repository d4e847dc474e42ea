// The part of a level that is worth looking at.

/// For every row of blocks of 8 × 8 pixels, the columns that may hold a part of a symbol.
struct SearchArea {
    /// In pixels; empty where nothing in the row is worth it.
    private(set) var spans: [Range<Int>] = []

    /// How many blocks there are in it.
    var blocks: Int { spans.reduce(0) { $0 + ($1.count + DetailMap.side - 1) / DetailMap.side } }

    /// Columns are taken by so many, so that neighbouring rows mostly have the same.
    private static let step = 64

    /// Becomes all of a level.
    ///
    /// - Parameters:
    ///   - width: The level's, in pixels.
    ///   - height: The level's.
    mutating func takeAll(width: Int, height: Int) {
        take(rows: 0..<height, width: width, height: height)
    }

    /// Becomes some rows of a level, at their full width.
    ///
    /// - Parameters:
    ///   - rows: In pixels.
    ///   - width: The level's.
    ///   - height: The level's.
    mutating func take(rows: Range<Int>, width: Int, height: Int) {
        spans.removeAll(keepingCapacity: true)
        for top in stride(from: 0, to: height, by: DetailMap.side) {
            spans.append(rows.overlaps(top..<top + DetailMap.side) ? 0..<width : 0..<0)
        }
    }

    /// Becomes what shows detail, and as much around it as decides about dark and light there.
    ///
    /// - Parameters:
    ///   - detail: Of this level, or of the one half its size.
    ///   - factor: How many pixels of this level one of that is wide, 1 or 2.
    ///   - width: This level's; even where it is sharpened.
    ///   - height: This level's.
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

    /// The columns of blocks, of one more on either side, and of some more for the sake of few different spans.
    private static func span(_ blocks: Range<Int>, side: Int, width: Int) -> Range<Int> {
        guard !blocks.isEmpty else { return 0..<0 }
        let end = min(((blocks.upperBound + 1) * side + step - 1) / step * step, width)
        let start = (blocks.lowerBound - 1) * side / step * step
        return max(0, min(start, end - step))..<end
    }
}
