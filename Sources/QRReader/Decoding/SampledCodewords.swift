// A symbol's codewords with their confidence.

/// The sampled and unmasked codewords of a symbol, in the symbol's order.
///
/// Reuses its buffers, so it allocates nothing once it has held a symbol of the same size.
struct SampledCodewords {
    private(set) var values: [UInt8] = []
    /// The sum of the doubts of each codeword's modules; only the order is meaningful.
    private(set) var doubts: [Int32] = []

    /// Reads the codewords of a symbol.
    ///
    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: The layout of the symbol's version, with one module per level.
    ///   - mask: The mask to remove.
    ///   - isMirrored: Whether rows and columns are exchanged.
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

    /// Returns the doubt of a module: one doubtful module outweighs seven clear ones. Of the sums and minima tried,
    /// this one read the most symbols.
    private static func doubt(of level: Int16) -> Int32 {
        1_000_000 / (8 + Int32(level.magnitude))
    }
}
