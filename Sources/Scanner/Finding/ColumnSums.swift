// Sums of five rows, column by column.

/// The sums of the even and of the odd columns of five rows; the storage is kept from row to row.
struct ColumnSums {
    /// Of every other column from the first on, with the first repeated before and the last after.
    private(set) var evens: [UInt16] = []
    /// The same from the second column on.
    private(set) var odds: [UInt16] = []

    /// - Parameters:
    ///   - y: The row in the middle.
    ///   - plane: Of an even width.
    ///   - rows: Those that may be added; outside, the nearest counts.
    mutating func sum(fiveRowsAround y: Int, of plane: LumaPlane, inside rows: Range<Int>) {
        let half = plane.width / 2
        if evens.count != half + 2 {
            evens = [UInt16](repeating: 0, count: half + 2)
            odds = [UInt16](repeating: 0, count: half + 2)
        }
        let starts = InlineArray<5, Int> { index in
            min(max(y + index - 2, rows.lowerBound), rows.upperBound - 1) * plane.width
        }
        var evenSpan = evens.mutableSpan
        var evenBytes = evenSpan.mutableBytes
        var evenSums = evenBytes._mutatingExtracting(2..<2 * half + 2)
        PixelRow.add(starts, of: plane.pixels.span.bytes, odds: false, into: &evenSums)
        var oddSpan = odds.mutableSpan
        var oddBytes = oddSpan.mutableBytes
        var oddSums = oddBytes._mutatingExtracting(2..<2 * half + 2)
        PixelRow.add(starts, of: plane.pixels.span.bytes, odds: true, into: &oddSums)
        (evens[0], evens[half + 1]) = (evens[1], evens[half])
        (odds[0], odds[half + 1]) = (odds[1], odds[half])
    }
}
