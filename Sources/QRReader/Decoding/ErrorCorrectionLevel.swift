// The damage that a symbol tolerates.

/// A QR code's error correction level, which tolerates about 7, 15, 25 or 30 % wrong codewords.
///
/// The raw value is the two bits in the format information (ISO/IEC 18004:2015, table 12).
enum ErrorCorrectionLevel: UInt8, CaseIterable {
    case low = 0b01
    case medium = 0b00
    case quartile = 0b11
    case high = 0b10

    /// The strength, from 0 (weakest) to 3 (strongest).
    var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .quartile: 2
        case .high: 3
        }
    }
}
