// How a ticket code is signed.

/// The first byte of a ticket code; it fixes the length, the fields and the algorithm of all that follows.
///
/// A key belongs to one suite, so a ticket cannot choose how it is checked. 2 is reserved for Ed25519.
public enum SignatureSuite: UInt8, Hashable, Sendable, CaseIterable {
    /// HMAC-SHA-256, truncated to 128 bits.
    case hmacSHA256 = 1
}
