// How far from chance a corrected block is.

internal import Glibc

/// Weighs a correction against what chance would do to a block of noise.
///
/// - SeeAlso: docs/adr/0006-soft-decision.md
struct CorrectionMargin {
    /// The least margin of a block that came right on suspicion: a try gets as far with noise once in 3·10⁸.
    ///
    /// It is what three and a half codewords of parity leave unused.
    static let requiredBits = 28.0

    /// log2(n!) for n from 0 to the bits of the longest block, 8 · 255.
    private let logFactorials: [Double]

    init() {
        logFactorials = (1...2_040).reduce(into: [0]) { $0.append($0[$1 - 1] + log2(Double($1))) }
    }

    /// - Parameters:
    ///   - corrections: Of one block, erasures included.
    ///   - erased: How many of them were erasures.
    ///   - length: Codewords of the block, up to 255.
    ///   - parity: How many of them are error correction.
    /// - Returns: The larger of two margins, in bits. By codewords: a try reaches 2^-margin of all blocks. By modules:
    ///   no more than 2^-margin of all blocks have so few modules to change, however many tries there are.
    func bits(of corrections: [ReedSolomon.Correction], erased: Int, length: Int, parity: Int) -> Double {
        let errors = corrections.count - erased
        let byCodewords = Double(8 * (parity - corrections.count)) - logChoices(of: errors, from: length - erased)
        let changed = corrections.reduce(0) { $0 + $1.value.nonzeroBitCount }
        // One bit more for all the blocks with fewer changes: they are not as many while less than a third changes.
        let byModules = Double(8 * parity) - logChoices(of: min(changed, 8 * length / 3), from: 8 * length) - 1
        return max(byCodewords, byModules)
    }

    /// log2 of the ways to choose so many from so many.
    private func logChoices(of chosen: Int, from count: Int) -> Double {
        logFactorials[count] - logFactorials[chosen] - logFactorials[count - chosen]
    }
}
