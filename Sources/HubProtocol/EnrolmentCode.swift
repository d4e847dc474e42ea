// The one-time code with which a box joins.

/// 80 random bits that authorise a box to join, in a form that a person can read aloud: `7K3P-9XQ2-M4TB-W8ZD`.
///
/// The alphabet is Crockford's base32, which has no letters that look like digits.
public struct EnrolmentCode: Hashable, Sendable, CustomStringConvertible {
    /// 10 bytes; the hub stores their hash.
    package let secret: [UInt8]

    /// Creates a random code.
    public init() {
        secret = (0..<10).map { _ in .random(in: 0 ... .max) }
    }

    /// - Parameter text: 16 digits and letters, in either case, with or without hyphens; anything else returns `nil`.
    public init?(_ text: String) {
        guard let bytes = CrockfordBase32.bytes(of: text, count: 10) else { return nil }
        secret = bytes
    }

    /// The code as four groups of four characters.
    public var description: String { CrockfordBase32.text(of: secret) }
}
