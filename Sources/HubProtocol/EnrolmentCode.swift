// The one-time code with which a box joins.

package import TicketSigning

/// 80 random bits that authorise a box to join, in a form that a person can read aloud: `7K3P-9XQ2-M4TB-W8ZD`.
///
/// The alphabet is Crockford's base32, which has no letters that look like digits.
public struct EnrolmentCode: Hashable, Sendable, CustomStringConvertible {
    /// 10 bytes; the hub never learns them.
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

    /// Derives the code's key: HKDF-SHA-256 with the salt `doorcheck/v1` and the info `doorcheck/code/v1`, a zero byte.
    ///
    /// With it a box proves that it has the code, to a hub that knows only the public half and so cannot join, or let
    /// join, in the box's place.
    ///
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    package func key() throws(SigningError) -> EnrolmentKey {
        let seed = try HKDFSHA256.derive(
            from: secret, salt: Array("doorcheck/v1".utf8), info: Array("doorcheck/code/v1\0".utf8),
            count: Ed25519.keyByteCount)
        guard let pair = Ed25519.pair(from: seed) else { throw .unavailable(algorithm: "Ed25519") }
        return EnrolmentKey(publicKey: pair.publicKey, secret: pair.secret)
    }
}

/// The key of a code.
package struct EnrolmentKey: Sendable {
    /// 32 bytes, Ed25519.
    package let publicKey: [UInt8]
    private let secret: [UInt8]

    fileprivate init(publicKey: [UInt8], secret: [UInt8]) {
        self.publicKey = publicKey
        self.secret = secret
    }

    /// - Parameter message: Begins with a label of its purpose.
    /// - Returns: 64 bytes.
    package func sign(_ message: [UInt8]) -> [UInt8] { Ed25519.sign(message, with: secret) }

    /// Returns whether the key of a code signed a message.
    ///
    /// - Parameters:
    ///   - signature: 64 bytes; any other number is no signature.
    ///   - message: The message.
    ///   - key: The public half.
    /// - Returns: Whether it did.
    package static func verifies(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        Ed25519.verifies(signature, of: message, by: key)
    }
}
