// Corrects the codewords of a symbol and extracts its data.

/// Corrects a symbol block by block.
///
/// Reuses its buffers, so it allocates nothing once warmed up.
struct BlockCorrection {
    /// The codewords that are presumed wrong.
    enum Suspicion {
        /// None, as in the standard's decoding procedure.
        case none
        /// In each block that cannot be corrected otherwise, the most doubtful codewords, in growing numbers.
        case mostDoubtful
    }

    /// The data codewords of the last corrected symbol, one block after the other.
    private(set) var data: [UInt8] = []
    /// All codewords of the last corrected symbol, in the symbol's order; after ``correctSome(_:blocks:)``, those of
    /// the corrected blocks.
    private(set) var codewords: [UInt8] = []

    private let margin = CorrectionMargin()
    private var reedSolomon = ReedSolomon()
    private var block: [UInt8] = []
    private var doubts: [Int32] = []
    private var suspects: [Int] = []

    init() {
        block.reserveCapacity(255)
        doubts.reserveCapacity(255)
        suspects.reserveCapacity(ReedSolomon.maximumParity)
    }

    /// Corrects the blocks of a symbol.
    ///
    /// - Parameters:
    ///   - codewords: The codewords of the whole symbol.
    ///   - blocks: The block layout of the same symbol.
    ///   - suspicion: The codewords that are presumed wrong.
    /// - Returns: Whether every block was corrected with sufficient margin; ``data`` is then complete.
    mutating func correct(_ codewords: SampledCodewords, blocks: BlockLayout, suspicion: Suspicion) -> Bool {
        data.removeAll(keepingCapacity: true)
        for index in 0..<blocks.blocks {
            guard correct(index, of: codewords, blocks: blocks, suspicion: suspicion) else { return false }
            data += block[..<blocks.dataCount(of: index)]
        }
        return true
    }

    /// Corrects those blocks of a symbol that can be corrected.
    ///
    /// - Parameters:
    ///   - codewords: The codewords of the whole symbol.
    ///   - blocks: The block layout of the same symbol.
    /// - Returns: For each block, whether it was corrected with sufficient margin; ``data`` is empty.
    mutating func correctSome(_ codewords: SampledCodewords, blocks: BlockLayout) -> [Bool] {
        data.removeAll(keepingCapacity: true)
        return (0..<blocks.blocks).map { correct($0, of: codewords, blocks: blocks, suspicion: .mostDoubtful) }
    }

    /// Corrects one block, and copies it to ``codewords``.
    private mutating func correct(
        _ index: Int, of codewords: SampledCodewords, blocks: BlockLayout, suspicion: Suspicion
    ) -> Bool {
        if self.codewords.count != blocks.codewords { self.codewords = Array(repeating: 0, count: blocks.codewords) }
        gather(index, of: codewords, blocks: blocks)
        guard correctBlock(blocks, suspicion: suspicion) else { return false }
        for (position, value) in block.enumerated() {
            self.codewords[blocks.place(of: position, in: index)] = value
        }
        return true
    }

    private mutating func gather(_ index: Int, of codewords: SampledCodewords, blocks: BlockLayout) {
        block.removeAll(keepingCapacity: true)
        doubts.removeAll(keepingCapacity: true)
        for position in 0..<blocks.count(of: index) {
            let place = blocks.place(of: position, in: index)
            block.append(codewords.values[place])
            doubts.append(codewords.doubts[place])
        }
    }

    private mutating func correctBlock(_ blocks: BlockLayout, suspicion: Suspicion) -> Bool {
        if reedSolomon.load(block, parity: blocks.parity) { return true }
        if reedSolomon.solve(erasing: [], maximumErrors: blocks.correctableErrors) {
            apply()
            return true
        }
        return suspicion == .mostDoubtful && correctSuspects(parity: blocks.parity)
    }

    /// Erases the most doubtful codewords, two more at each step, since two erasures cost as much parity as one error
    /// of unknown position.
    private mutating func correctSuspects(parity: Int) -> Bool {
        findSuspects(count: parity)
        for erased in stride(from: parity % 2, through: parity, by: 2) {
            guard reedSolomon.solve(erasing: suspects[..<erased], maximumErrors: (parity - erased) / 2) else {
                continue
            }
            let bits = margin.bits(
                of: reedSolomon.corrections, erased: erased, length: block.count, parity: parity)
            if bits >= CorrectionMargin.requiredBits {
                apply()
                return true
            }
        }
        return false
    }

    /// Fills `suspects` with the most doubtful codewords, the worst first.
    private mutating func findSuspects(count: Int) {
        suspects.removeAll(keepingCapacity: true)
        for _ in 0..<count {
            var (worst, most) = (0, Int32.min)
            for (position, doubt) in doubts.enumerated() where doubt > most {
                (worst, most) = (position, doubt)
            }
            suspects.append(worst)
            doubts[worst] = .min
        }
    }

    private mutating func apply() {
        for correction in reedSolomon.corrections { block[correction.position] ^= correction.value }
    }
}
