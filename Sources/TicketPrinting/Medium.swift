// The medium of a ticket, which determines how much damage its code must tolerate.

/// The medium on which a guest brings a ticket.
public enum Medium: String, CaseIterable, Sendable {
    /// A phone: small and never creased, so larger modules matter more than error correction.
    case screen
    /// Paper or a wristband: folded, wet and scratched.
    case print

    /// The error correction level of our tickets on this medium: version 5 on a screen, version 6 in print.
    public var errorCorrection: ErrorCorrection {
        switch self {
        case .screen: .medium
        case .print: .quartile
        }
    }
}
