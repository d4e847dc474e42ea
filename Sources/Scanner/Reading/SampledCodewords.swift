// A symbol's codewords with how far each is to be trusted.

/// The codewords of a symbol, as sampled and unmasked, in the symbol's order.
///
/// Its buffers are reused: it allocates nothing once it has held a symbol of the same size.
struct SampledCodewords {
    private(set) var values: [UInt8] = []
    /// For each codeword the confidence of its weakest module, and of all its modules together to break ties;
    /// only the order means something.
    private(set) var confidences: [Int32] = []

    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: Of the symbol's version; it has as many modules as there are levels.
    ///   - mask: What to undo.
    mutating func sample(_ levels: [Int16], layout: SymbolLayout, mask: DataMask) {
        let count = layout.data.count / 8
        if values.count != count {
            values = Array(repeating: 0, count: count)
            confidences = Array(repeating: 0, count: count)
        }
        let tile = DataMask.tiles[Int(mask.rawValue)]
        for codeword in 0..<count {
            var value: UInt8 = 0
            var (weakest, sum) = (Int32.max, Int32(0))
            for module in layout.data[8 * codeword..<8 * codeword + 8] {
                let level = levels[Int(module.index)]
                value = value << 1 | ((level > 0 ? 1 : 0) ^ tile[Int(module.tile)])
                weakest = min(weakest, Int32(level.magnitude))
                sum += Int32(level.magnitude)
            }
            values[codeword] = value
            confidences[codeword] = weakest << 12 | min(sum, 0xFFF)
        }
    }
}
