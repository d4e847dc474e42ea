// Where a ticket will be shown, which decides how much damage its code must bear.

/// What a guest brings to the door.
public enum Medium: String, CaseIterable, Sendable {
    /// A phone: small and never creased, so larger modules are worth more than error correction.
    case screen
    /// Paper or a wristband: folded, wet and scratched.
    case print

    /// The level a ticket of ours has on this medium: version 5 on a screen, version 6 in print.
    public var errorCorrection: ErrorCorrection {
        switch self {
        case .screen: .medium
        case .print: .quartile
        }
    }
}
