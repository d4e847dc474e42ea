// The probability that a correction is due to chance.

internal import Glibc

/// Compares a correction with what chance would produce from a block of noise.
///
/// - SeeAlso: docs/adr/0006-soft-decision.md
struct CorrectionMargin {
    /// The minimum margin of a block corrected with erasures: with noise, an attempt reaches it once in 3·10⁸.
    ///
    /// It equals three and a half unused codewords of parity.
    static let requiredBits = 28.0

    /// log2(n!) for n from 0 to the number of bits in the longest block, 8 · 255.
    private let logFactorials: [Double]

    init() {
        logFactorials = (1...2_040).reduce(into: [0]) { $0.append($0[$1 - 1] + log2(Double($1))) }
    }

    /// Returns the margin of a correction.
    ///
    /// - Parameters:
    ///   - corrections: The corrections of one block, including erasures.
    ///   - erased: The number of erasures among them.
    ///   - length: The number of codewords in the block, up to 255.
    ///   - parity: The number of error correction codewords among them.
    /// - Returns: The larger of two margins, in bits. By codewords: one attempt can correct a share of 2^-margin of
    ///   all blocks. By modules: at most a share of 2^-margin of all blocks needs so few modules changed, however
    ///   many attempts are made.
    func bits(of corrections: [ReedSolomon.Correction], erased: Int, length: Int, parity: Int) -> Double {
        let errors = corrections.count - erased
        let byCodewords = Double(8 * (parity - corrections.count)) - logChoices(of: errors, from: length - erased)
        let changed = corrections.reduce(0) { $0 + $1.value.nonzeroBitCount }
        // One more bit accounts for all blocks with fewer changes: there are fewer of those as long as less than a
        // third changes.
        let byModules = Double(8 * parity) - logChoices(of: min(changed, 8 * length / 3), from: 8 * length) - 1
        return max(byCodewords, byModules)
    }

    /// Returns log2 of the binomial coefficient.
    private func logChoices(of chosen: Int, from count: Int) -> Double {
        logFactorials[count] - logFactorials[chosen] - logFactorials[count - chosen]
    }
}
