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

/// Signs and verifies the tickets of one event, for one key epoch.
///
/// It comes from a ``MasterKey`` or a ``KeyFile``; its secret leaves this module only in a key file.
public struct EventKey: Sendable, Redacted {
    /// The event whose tickets this key signs.
    public let event: EventID
    /// 1 for the event's first key, incremented by each rotation.
    public let epoch: UInt32
    /// The signature suite of this key.
    public let suite = SignatureSuite.hmacSHA256
    /// The id with which tickets refer to this key.
    public let keyID: KeyID

    let secret: Secret
    private let hmac: HMACSHA256

    /// Domain separation: distinguishes ticket codes from anything else that a key might ever sign.
    static let purpose = Array("doorcheck/ticket-mac/v1\0".utf8)

    init(event: EventID, epoch: UInt32, secret: Secret) throws(SigningError) {
        self.event = event
        self.epoch = epoch
        self.secret = secret
        self.keyID = KeyID(of: secret)
        self.hmac = try HMACSHA256(key: secret.bytes)
    }

    /// Returns the tag of a ticket code: an HMAC of all preceding fields, truncated to 16 bytes.
    func tag(of body: [UInt8]) -> [UInt8] {
        Array(hmac.code(for: Self.purpose + body).prefix(SignedTicket.tagByteCount))
    }

    /// Returns whether `tag` is the tag of `body`, in a time that does not depend on either.
    func isValid(tag: [UInt8], of body: [UInt8]) -> Bool {
        ConstantTime.equal(tag, self.tag(of: body))
    }
}

extension EventKey: Equatable {
    public static func == (left: EventKey, right: EventKey) -> Bool {
        left.event == right.event && left.epoch == right.epoch && left.secret == right.secret
    }
}
