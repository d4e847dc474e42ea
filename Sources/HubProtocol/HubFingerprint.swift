// Which hub a box has joined.

public import Sync
import TicketSigning

/// The fingerprint of a hub's public key, with which a box recognises the answers of its hub: 160 bits of the SHA-256
/// of `doorcheck/hub-key/v1`, a zero byte and the key.
///
/// Its text has eight groups of four characters in the alphabet of ``EnrolmentCode``. It is not secret.
public struct HubFingerprint: Hashable, Sendable, LosslessStringConvertible {
    private let bytes: [UInt8]

    private static let byteCount = 20

    /// - Parameter key: The hub's public key.
    public init(of key: BoxPublicKey) {
        bytes = Array(SHA256.hash(Array("doorcheck/hub-key/v1\0".utf8) + key.bytes).prefix(Self.byteCount))
    }

    /// - Parameter text: 32 digits and letters, in either case, with or without hyphens; anything else returns `nil`.
    public init?(_ text: String) {
        guard let bytes = CrockfordBase32.bytes(of: text, count: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    public var description: String { CrockfordBase32.text(of: bytes) }
}
