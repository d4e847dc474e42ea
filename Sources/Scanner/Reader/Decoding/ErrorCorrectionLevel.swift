// How much damage a symbol was made to bear.

/// A QR code's error correction level; about 7, 15, 25 and 30 % of its codewords may be wrong.
///
/// The raw value is its two bits in the format information (ISO/IEC 18004:2015, table 12).
enum ErrorCorrectionLevel: UInt8, CaseIterable {
    case low = 0b01
    case medium = 0b00
    case quartile = 0b11
    case high = 0b10

    /// 0 for the weakest to 3 for the strongest.
    var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .quartile: 2
        case .high: 3
        }
    }
}
