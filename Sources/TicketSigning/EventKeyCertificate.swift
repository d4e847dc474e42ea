// A public key with the organiser's signature.

/// A public key of suite 2 that the organiser's root has signed, for boxes that get their keys as files.
public struct EventKeyCertificate: Sendable {
    /// The key that verifies the event's tickets.
    public let key: VerifyingKey
    /// The same key: 32 bytes, Ed25519 (RFC 8032).
    let publicKey: [UInt8]
    /// The root that signed it, 32 bytes; whether it is the right one is another question.
    public let root: [UInt8]
    /// 64 bytes.
    let signature: [UInt8]

    /// Whether the root that the certificate names has signed it.
    var isAuthentic: Bool { Ed25519.verifies(signature, of: message, by: root) }

    /// What root signs.
    private var message: [UInt8] { Self.message(event: key.event, epoch: key.epoch, publicKey: publicKey) }

    fileprivate static func message(event: EventID, epoch: UInt32, publicKey: [UInt8]) -> [UInt8] {
        Array("doorcheck/event-key/v2\0".utf8) + event.bytes + epoch.bigEndianBytes + publicKey
    }
}

extension RootKey {
    /// Signs a public key.
    ///
    /// - Parameter key: An event's key.
    /// - Returns: `nil` in suite 1, which has no public key.
    public func certify(_ key: EventKey) -> EventKeyCertificate? {
        guard let open = key.publicKey else { return nil }
        let message = EventKeyCertificate.message(event: key.event, epoch: key.epoch, publicKey: open)
        return EventKeyCertificate(
            key: key.verifyingKey, publicKey: open, root: publicKey, signature: sign(message))
    }
}
