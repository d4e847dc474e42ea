// A symbol's size and the properties derived from it.

/// A QR code's version: 1, with 21 modules a side, to 40, with 177 (ISO/IEC 18004:2015, 5.3.1).
struct SymbolVersion: Hashable {
    /// The version number, 1 to 40.
    let number: Int

    /// Creates a version from its number.
    ///
    /// - Parameter number: The version number; nil outside 1 to 40.
    init?(number: Int) {
        guard (1...40).contains(number) else { return nil }
        self.number = number
    }

    /// Creates a version from its size.
    ///
    /// - Parameter dimension: Modules per side; nil if no version has this size.
    init?(dimension: Int) {
        guard dimension % 4 == 1 else { return nil }
        self.init(number: (dimension - 17) / 4)
    }

    static let all = (1...40).compactMap(SymbolVersion.init(number:))

    /// Modules per side.
    var dimension: Int { 17 + 4 * number }

    /// The rows, and the columns, on which alignment patterns are centred (annex E).
    ///
    /// The first is 6 and the last is 7 from the far side; the others go back from the last in equal steps of an even
    /// number.
    var alignmentCentres: [Int] {
        guard number > 1 else { return [] }
        let gaps = number / 7 + 1
        let span = dimension - 13
        // The table rounds the step up to an even number, except in version 32, where it rounds down to 26.
        let step = number == 32 ? 26 : (span + 2 * gaps - 1) / (2 * gaps) * 2
        return [6] + (0..<gaps).reversed().map { dimension - 7 - $0 * step }
    }

    /// The 18 bits that encode the version in the symbol, the highest first in reading order; nil below version 7,
    /// which has none (annex D).
    var information: UInt32? {
        guard number >= 7 else { return nil }
        let remainder = (0..<12).reduce(UInt32(number)) { remainder, _ in
            remainder << 1 ^ (remainder >> 11) * 0x1F25
        }
        return UInt32(number) << 12 | remainder
    }
}
