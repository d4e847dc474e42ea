// How much of a QR code may be dirty, torn or faded and still be read.

internal import CQREncode

/// The error correction level of a QR code (ISO/IEC 18004): the share of its codewords that may be lost.
///
/// A higher level needs a larger symbol, and therefore smaller modules on the same paper.
public enum ErrorCorrection: String, CaseIterable, Sendable {
    /// About 7 %.
    case low
    /// About 15 %.
    case medium
    /// About 25 %.
    case quartile
    /// About 30 %.
    case high

    var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
