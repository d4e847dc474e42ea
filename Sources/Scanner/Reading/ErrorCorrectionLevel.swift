// How much damage a symbol was made to bear.

/// A QR code's error correction level; about 7, 15, 25 and 30 % of it may be wrong.
///
/// The raw value is its two bits in the format information (ISO/IEC 18004:2015, table 12).
enum ErrorCorrectionLevel: UInt8, CaseIterable {
    case low = 0b01
    case medium = 0b00
    case quartile = 0b11
    case high = 0b10
}
