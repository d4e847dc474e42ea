// The organiser's secret, and the keys that are derived from it.

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

    /// Derives the key that signs one event's tickets.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - epoch: 1 for the event's first key, incremented by each rotation.
    ///   - suite: How the key signs.
    /// - Returns: The key, which is always the same for the same event, epoch and suite.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    /// - Complexity: 4 µs for suite 1, 40 µs for suite 2.
    /// - SeeAlso: docs/wire-format.md, "Keys".
    public func eventKey(
        for event: EventID,
        epoch: UInt32,
        suite: SignatureSuite = .hmacSHA256
    ) throws(SigningError) -> EventKey {
        let derived = try HKDFSHA256.derive(
            from: secret.bytes,
            salt: Array("doorcheck/v1".utf8),
            info: suite.label + event.bytes + epoch.bigEndianBytes,
            count: Secret.byteCount
        )
        guard let secret = Secret(bytes: derived) else { throw .unavailable(algorithm: "HKDF-SHA-256") }
        return try EventKey(event: event, epoch: epoch, suite: suite, secret: secret)
    }
}
