// How tickets are signed.

/// The first byte of a ticket code; it determines the length, the fields and the algorithm of everything that
/// follows.
///
/// A key belongs to one suite, so a ticket cannot choose how it is checked.
public enum SignatureSuite: UInt8, Hashable, Sendable, CaseIterable {
    /// HMAC-SHA-256, truncated to 128 bits: whoever can check tickets can also make them.
    case hmacSHA256 = 1
    /// Ed25519: a box has the public key alone, with which nobody can make a ticket.
    case ed25519 = 2
    /// Ed25519 by the key of a partner, to whom the organiser has granted ticket numbers.
    case partner = 3

    /// The suites of events' own keys.
    public static let ofEvents: [SignatureSuite] = [.hmacSHA256, .ed25519]

    /// Domain separation: the beginning of all that keys of this suite are derived from and sign.
    var label: [UInt8] {
        switch self {
        case .hmacSHA256: Array("doorcheck/ticket-mac/v1\0".utf8)
        case .ed25519: Array("doorcheck/ticket-sig/v2\0".utf8)
        case .partner: Array("doorcheck/partner-ticket/v1\0".utf8)
        }
    }

    /// The number of bytes of a key's or a grant's id that codes carry.
    var hintByteCount: Int {
        switch self {
        case .hmacSHA256: 4
        case .ed25519, .partner: 3
        }
    }

    /// The number of bytes of the tag or the signature.
    var proofByteCount: Int {
        switch self {
        case .hmacSHA256: 16
        case .ed25519, .partner: Ed25519.signatureByteCount
        }
    }

    /// The number of bytes between the id and the proof.
    var claimByteCount: Int {
        switch self {
        case .hmacSHA256: 3 * EventID.byteCount
        case .ed25519: 2 * EventID.byteCount
        case .partner: UInt32.bitWidth / 8
        }
    }

    /// The number of bytes of a code.
    var codeByteCount: Int { 1 + hintByteCount + claimByteCount + proofByteCount }
}

extension UInt32 {
    /// Four bytes, the most significant one first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
