// The distribution of a symbol's codewords among its error correction blocks.

/// The blocks of a version and level, and the positions of their codewords (ISO/IEC 18004:2015, table 9 and 7.6).
struct BlockLayout {
    /// The number of codewords in the symbol, data and error correction.
    let codewords: Int
    let blocks: Int
    /// The number of error correction codewords in each block, 7 to 30.
    let parity: Int
    /// The codewords of `parity` reserved for misdecode protection, the standard's `p`, in small symbols.
    let protection: Int

    init(of layout: SymbolLayout, level: ErrorCorrectionLevel) {
        let version = layout.version
        let entry = Self.table[version.number - 1][level.rank]
        parity = entry.parity
        blocks = entry.blocks
        codewords = layout.data.count / 8
        protection = version.number <= 3 ? Self.protection[version.number - 1][level.rank] : 0
    }

    /// The number of wrong codewords of unknown position that each block tolerates.
    var correctableErrors: Int { (parity - protection) / 2 }

    /// The number of data codewords in the shorter blocks; the longer blocks, which come last, have one more.
    private var shortData: Int { codewords / blocks - parity }

    private var shortBlocks: Int { blocks - codewords % blocks }

    /// Returns the number of data codewords in a block.
    ///
    /// - Parameter block: The block's index, less than `blocks`.
    /// - Returns: The number of data codewords.
    func dataCount(of block: Int) -> Int {
        block < shortBlocks ? shortData : shortData + 1
    }

    /// Returns the number of codewords in a block, data and error correction.
    ///
    /// - Parameter block: The block's index, less than `blocks`.
    /// - Returns: The number of codewords.
    func count(of block: Int) -> Int { dataCount(of: block) + parity }

    /// Returns the position of a block's codeword in the symbol.
    ///
    /// - Parameters:
    ///   - position: The codeword's index in its block, from 0; data codewords come first.
    ///   - block: The block's index, less than `blocks`.
    /// - Returns: The codeword's index in the symbol, in which the blocks are interleaved.
    func place(of position: Int, in block: Int) -> Int {
        let data = dataCount(of: block)
        if position >= data { return codewords - (parity - (position - data)) * blocks + block }
        // Only the longer blocks have this last data codeword.
        return position < shortData ? position * blocks + block : shortData * blocks + block - shortBlocks
    }

    private static let protection = [[3, 2, 1, 1], [2, 0, 0, 0], [1, 0, 0, 0]]

    /// Error correction codewords per block and number of blocks, at levels L, M, Q and H, by version.
    private static let table: [[(parity: Int, blocks: Int)]] = [
        [(7, 1), (10, 1), (13, 1), (17, 1)],
        [(10, 1), (16, 1), (22, 1), (28, 1)],
        [(15, 1), (26, 1), (18, 2), (22, 2)],
        [(20, 1), (18, 2), (26, 2), (16, 4)],
        [(26, 1), (24, 2), (18, 4), (22, 4)],
        [(18, 2), (16, 4), (24, 4), (28, 4)],
        [(20, 2), (18, 4), (18, 6), (26, 5)],
        [(24, 2), (22, 4), (22, 6), (26, 6)],
        [(30, 2), (22, 5), (20, 8), (24, 8)],
        [(18, 4), (26, 5), (24, 8), (28, 8)],
        [(20, 4), (30, 5), (28, 8), (24, 11)],
        [(24, 4), (22, 8), (26, 10), (28, 11)],
        [(26, 4), (22, 9), (24, 12), (22, 16)],
        [(30, 4), (24, 9), (20, 16), (24, 16)],
        [(22, 6), (24, 10), (30, 12), (24, 18)],
        [(24, 6), (28, 10), (24, 17), (30, 16)],
        [(28, 6), (28, 11), (28, 16), (28, 19)],
        [(30, 6), (26, 13), (28, 18), (28, 21)],
        [(28, 7), (26, 14), (26, 21), (26, 25)],
        [(28, 8), (26, 16), (30, 20), (28, 25)],
        [(28, 8), (26, 17), (28, 23), (30, 25)],
        [(28, 9), (28, 17), (30, 23), (24, 34)],
        [(30, 9), (28, 18), (30, 25), (30, 30)],
        [(30, 10), (28, 20), (30, 27), (30, 32)],
        [(26, 12), (28, 21), (30, 29), (30, 35)],
        [(28, 12), (28, 23), (28, 34), (30, 37)],
        [(30, 12), (28, 25), (30, 34), (30, 40)],
        [(30, 13), (28, 26), (30, 35), (30, 42)],
        [(30, 14), (28, 28), (30, 38), (30, 45)],
        [(30, 15), (28, 29), (30, 40), (30, 48)],
        [(30, 16), (28, 31), (30, 43), (30, 51)],
        [(30, 17), (28, 33), (30, 45), (30, 54)],
        [(30, 18), (28, 35), (30, 48), (30, 57)],
        [(30, 19), (28, 37), (30, 51), (30, 60)],
        [(30, 19), (28, 38), (30, 53), (30, 63)],
        [(30, 20), (28, 40), (30, 56), (30, 66)],
        [(30, 21), (28, 43), (30, 59), (30, 70)],
        [(30, 22), (28, 45), (30, 62), (30, 74)],
        [(30, 24), (28, 47), (30, 65), (30, 77)],
        [(30, 25), (28, 49), (30, 68), (30, 81)],
    ]
}
