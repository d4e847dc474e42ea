// Where a level shows detail, as a symbol does, and where only surfaces and their edges.

/// How often rows change between dark and light in every block of 8 × 8 pixels; the storage is kept from level to level.
struct DetailMap {
    private var columns = 0
    private var rows = 0
    /// Blocks from one row of them to the next: a multiple of what a word of ``DarkMap`` spans.
    private var stride = 0
    /// Changes in each block's rows that were looked at, row by row.
    private var changes: [UInt8] = []
    /// As many changes as this in 3 × 3 blocks are detail.
    private var least = 0
    /// Whether all rows of the level were looked at.
    private(set) var isComplete = false

    /// The side of a block, in pixels.
    static let side = 8

    /// Begins a level.
    ///
    /// - Parameters:
    ///   - width: In pixels.
    ///   - height: In pixels.
    ///   - rowStep: Every so many rows are looked at.
    mutating func begin(width: Int, height: Int, rowStep: Int) {
        columns = (width + Self.side - 1) / Self.side
        rows = (height + Self.side - 1) / Self.side
        stride = (columns + 7) / 8 * 8
        changes.removeAll(keepingCapacity: true)
        changes.append(contentsOf: repeatElement(0, count: stride * rows))
        // The edge of a sheet changes each of 24 rows once; the smallest symbol that can be read, 4 times.
        least = 40 / rowStep
        isComplete = false
    }

    /// Says that the level was looked at.
    mutating func end() { isComplete = true }

    /// Forgets the level.
    mutating func forget() { isComplete = false }

    /// Adds changes of a row to its blocks'.
    ///
    /// - Parameters:
    ///   - bits: 1 where a pixel and the next one differ, of 64 pixels.
    ///   - word: Which 64 pixels of the row.
    ///   - y: The row.
    @inline(__always)
    mutating func add(_ bits: UInt64, word: Int, y: Int) {
        // How many of each two bits are 1, of each four, of each eight.
        let twos = bits &- bits &>> 1 & 0x5555_5555_5555_5555
        let fours = twos & 0x3333_3333_3333_3333 &+ twos &>> 2 & 0x3333_3333_3333_3333
        let eights = (fours &+ fours &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
        let place = y / Self.side * stride + 8 * word
        var blocks = changes.mutableSpan
        var bytes = blocks.mutableBytes
        // A block has 8 × 8 changes at most, so no sum runs over into the next.
        let sums = bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian &+ eights
        bytes.storeBytes(of: sums.littleEndian, toByteOffset: place, as: UInt64.self)
    }

    /// The blocks of a row of them that lie in detail.
    ///
    /// - Parameter row: Any; outside of the level there is none.
    /// - Returns: From the first to the last.
    func detail(inRow row: Int) -> Range<Int> {
        guard 0..<rows ~= row else { return 0..<0 }
        let (above, below) = (max(row - 1, 0) * stride, min(row + 1, rows - 1) * stride)
        let here = row * stride
        // Outside of the level, and above and below it, the nearest block counts once more.
        func sum(_ column: Int) -> Int {
            Int(changes[above &+ column]) &+ Int(changes[here &+ column]) &+ Int(changes[below &+ column])
        }
        var (first, end) = (columns, 0)
        var (before, middle) = (sum(0), sum(0))
        for column in 0..<columns {
            let after = sum(min(column + 1, columns - 1))
            if before &+ middle &+ after >= least {
                first = min(first, column)
                end = column + 1
            }
            (before, middle) = (middle, after)
        }
        return first < end ? first..<end : 0..<0
    }
}
