// A symbol's codewords with how far each is to be trusted.

/// The codewords of a symbol, as sampled and unmasked, in the symbol's order.
///
/// Its buffers are reused: it allocates nothing once it has held a symbol of the same size.
struct SampledCodewords {
    private(set) var values: [UInt8] = []
    /// For each codeword the sum of its modules' doubts; only the order means something.
    private(set) var doubts: [Int32] = []

    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: Of the symbol's version; it has as many modules as there are levels.
    ///   - mask: What to undo.
    ///   - isMirrored: Whether rows and columns change places.
    mutating func sample(_ levels: [Int16], layout: SymbolLayout, mask: DataMask, isMirrored: Bool) {
        let count = layout.data.count / 8
        if values.count != count {
            values = Array(repeating: 0, count: count)
            doubts = Array(repeating: 0, count: count)
        }
        let tile = DataMask.tiles[Int(mask.rawValue)]
        for codeword in 0..<count {
            var value: UInt8 = 0
            var doubt: Int32 = 0
            for module in layout.data[8 * codeword..<8 * codeword + 8] {
                let level = levels[Int(isMirrored ? module.mirroredIndex : module.index)]
                value = value << 1 | ((level > 0 ? 1 : 0) ^ tile[Int(module.tile)])
                doubt += Self.doubt(of: level)
            }
            values[codeword] = value
            doubts[codeword] = doubt
        }
    }

    /// One doubtful module outweighs seven clear ones. Of the sums and minima that were tried, this read the most.
    private static func doubt(of level: Int16) -> Int32 {
        1_000_000 / (8 + Int32(level.magnitude))
    }
}
