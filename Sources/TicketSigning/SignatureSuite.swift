// The signature algorithm of a ticket code.

/// The first byte of a ticket code; it determines the length, the fields and the algorithm of everything that
/// follows.
///
/// A key belongs to one suite, so a ticket cannot choose how it is checked. 2 is reserved for Ed25519.
public enum SignatureSuite: UInt8, Hashable, Sendable, CaseIterable {
    /// HMAC-SHA-256, truncated to 128 bits.
    case hmacSHA256 = 1
}
