// The changes between dark and light in a row.

/// The places where the runs of a row begin and end; its storage is reused between rows.
struct RowEdges {
    /// The edges of the last row, ascending, including the two ends of the part that may be dark.
    private(set) var places: [Int32] = []
    /// The distance from each place to the next, in the form that ``RunScreen`` takes.
    private(set) var runs: [Int16] = []
    /// The number of places.
    private(set) var count = 0

    /// Makes room for rows of this width, and for reading a few places beyond the last.
    mutating func fit(width: Int) {
        guard places.count < width + 2 * RunScreen.step else { return }
        places = [Int32](repeating: 0, count: width + 2 * RunScreen.step)
        runs = [Int16](repeating: 0, count: width + 2 * RunScreen.step)
    }

    /// Lists the edges of a row.
    ///
    /// - Parameters:
    ///   - y: The row.
    ///   - span: The non-empty range of its columns that may be dark.
    ///   - map: The dark map of a level for which room was made.
    ///   - detail: Receives the changes.
    mutating func list(row y: Int, _ span: Range<Int>, of map: borrowing DarkMap, _ detail: inout DetailMap) {
        var changes = 0
        detail.count(inRow: y) { blocks, place in
            changes = Self.changes(inRow: y, span, of: map, into: &places, &blocks, at: place)
        }
        places[0] = Int32(span.lowerBound)
        places[changes + 1] = Int32(span.upperBound)
        count = changes + 2
        RunScreen.measure(places, count: count, into: &runs)
    }

    /// Writes the places where a row changes, starting at the second element.
    ///
    /// - Returns: The number of places.
    private static func changes(
        inRow y: Int, _ span: Range<Int>, of map: borrowing DarkMap, into places: inout [Int32],
        _ blocks: inout MutableRawSpan, at place: Int
    ) -> Int {
        precondition(span.count < places.count)
        let (first, last) = (span.lowerBound / DarkMap.step, (span.upperBound - 1) / DarkMap.step)
        var output = places.mutableSpan
        var count = 0
        var here = map.words[y * map.stride + first]
        for word in first...last {
            let next = map.words[y &* map.stride &+ word &+ 1]
            // A bit is 1 if a pixel and its right neighbour differ.
            var changes = here ^ (here &>> 1 | next &<< 63)
            if word == first { changes &= .max &<< UInt64(span.lowerBound & 63) }
            if word == last { changes &= ~(.max &<< UInt64((span.upperBound &- 1) & 63)) }
            here = next
            guard changes != 0 else { continue }
            DetailMap.add(changes, to: &blocks, at: place &+ 8 &* word)
            let start = word &* DarkMap.step &+ 1
            repeat {
                count &+= 1
                output[unchecked: count] = Int32(truncatingIfNeeded: start &+ changes.trailingZeroBitCount)
                changes &= changes &- 1
            } while changes != 0
        }
        return count
    }
}
