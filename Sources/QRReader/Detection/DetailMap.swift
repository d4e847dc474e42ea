// The parts of a level with detail like that of a symbol, as opposed to plain surfaces and their edges.

/// The number of changes between dark and light along the rows of every block of 8 × 8 pixels; its storage is reused
/// between levels.
struct DetailMap {
    private var columns = 0
    private var rows = 0
    /// The number of blocks from one row of blocks to the next: a multiple of the number that a word of ``DarkMap``
    /// spans.
    private var stride = 0
    /// The number of changes in each block's examined rows, row by row.
    private var changes: [UInt8] = []
    /// The minimum number of changes in 3 × 3 blocks that counts as detail.
    private var least = 0
    /// Whether all rows of the level were examined.
    private(set) var isComplete = false

    /// The side of a block, in pixels.
    static let side = 8

    /// Starts a level.
    ///
    /// - Parameters:
    ///   - width: The size in pixels.
    ///   - height: The size in pixels.
    ///   - rowStep: The distance between examined rows.
    mutating func begin(width: Int, height: Int, rowStep: Int) {
        columns = (width + Self.side - 1) / Self.side
        rows = (height + Self.side - 1) / Self.side
        stride = (columns + 7) / 8 * 8
        changes.removeAll(keepingCapacity: true)
        changes.append(contentsOf: repeatElement(0, count: stride * rows))
        // The edge of a sheet changes each of 24 rows once; the smallest readable symbol, 4 times.
        least = 40 / rowStep
        isComplete = false
    }

    /// Marks the level as completely examined.
    mutating func end() { isComplete = true }

    /// Discards the level.
    mutating func forget() { isComplete = false }

    /// Passes the counts of a row's blocks to a closure, which adds to them with ``add(_:to:at:)``.
    ///
    /// - Parameters:
    ///   - y: The row.
    ///   - body: Receives all counts, and the place of the row's first block.
    @inline(__always)
    mutating func count(inRow y: Int, _ body: (inout MutableRawSpan, Int) -> Void) {
        let place = y / Self.side * stride
        var blocks = changes.mutableSpan
        var bytes = blocks.mutableBytes
        body(&bytes, place)
    }

    /// Adds changes to blocks.
    ///
    /// - Parameters:
    ///   - bits: For each of 64 pixels, 1 if it differs from the next one.
    ///   - blocks: All counts.
    ///   - place: The place of the pixels' first block.
    @inline(__always)
    static func add(_ bits: UInt64, to blocks: inout MutableRawSpan, at place: Int) {
        // The number of 1 bits in each group of two bits, four bits and eight bits.
        let twos = bits &- bits &>> 1 & 0x5555_5555_5555_5555
        let fours = twos & 0x3333_3333_3333_3333 &+ twos &>> 2 & 0x3333_3333_3333_3333
        let eights = (fours &+ fours &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
        // A block has at most 8 × 8 changes, so no sum overflows into the next.
        let sums = blocks.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian &+ eights
        blocks.storeBytes(of: sums.littleEndian, toByteOffset: place, as: UInt64.self)
    }

    /// Returns the blocks with detail in a row of blocks.
    ///
    /// - Parameter row: Any row of blocks; there is no detail outside the level.
    /// - Returns: The range from the first to the last block with detail.
    func detail(inRow row: Int) -> Range<Int> {
        guard 0..<rows ~= row else { return 0..<0 }
        let (above, below) = (max(row - 1, 0) * stride, min(row + 1, rows - 1) * stride)
        let here = row * stride
        // Outside the level, the nearest block counts again.
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
