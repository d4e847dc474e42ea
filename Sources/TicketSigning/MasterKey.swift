// The organiser's secret, from which every event's key is derived.

/// 32 secret bytes that stay with the issuer of tickets; a box never holds them.
public struct MasterKey: Sendable, Redacted {
    let secret: Secret

    init(secret: Secret) {
        self.secret = secret
    }

    /// Returns a new master key.
    ///
    /// - Returns: 32 bytes from the kernel's random generator.
    public static func random() -> MasterKey {
        MasterKey(secret: Secret())
    }

    /// Derives the key that signs and verifies one event's tickets.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - epoch: 1 for the event's first key, incremented by each rotation.
    /// - Returns: The key, which is always the same for the same event and epoch.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    /// - Complexity: 4 µs.
    /// - SeeAlso: docs/wire-format.md, "Keys".
    public func eventKey(for event: EventID, epoch: UInt32) throws(SigningError) -> EventKey {
        let epochBytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: epoch >> $0) }
        let derived = try HKDFSHA256.derive(
            from: secret.bytes,
            salt: Array("doorcheck/v1".utf8),
            info: EventKey.purpose + event.bytes + epochBytes,
            count: Secret.byteCount
        )
        guard let secret = Secret(bytes: derived) else { throw .unavailable(algorithm: "HKDF-SHA-256") }
        return try EventKey(event: event, epoch: epoch, secret: secret)
    }
}
