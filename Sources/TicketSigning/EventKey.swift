// The key of one event's tickets.

/// Signs and verifies the tickets of one event, of one epoch of its keys.
///
/// It comes from a ``MasterKey`` or a ``KeyFile``; its secret leaves this module only through the latter.
public struct EventKey: Sendable, Redacted {
    /// The event whose tickets this key signs.
    public let event: EventID
    /// 1 for the event's first key, one more after each rotation.
    public let epoch: UInt32
    /// The one way in which this key signs.
    public let suite = SignatureSuite.hmacSHA256
    /// What tickets name this key by.
    public let keyID: KeyID

    let secret: Secret
    private let hmac: HMACSHA256

    /// Keeps codes made for tickets apart from whatever else a key might ever sign.
    static let purpose = Array("doorcheck/ticket-mac/v1\0".utf8)

    init(event: EventID, epoch: UInt32, secret: Secret) throws(SigningError) {
        self.event = event
        self.epoch = epoch
        self.secret = secret
        self.keyID = KeyID(of: secret)
        self.hmac = try HMACSHA256(key: secret.bytes)
    }

    /// The tag of a ticket code: an HMAC of all fields before it, cut to 16 bytes.
    func tag(of body: [UInt8]) -> [UInt8] {
        Array(hmac.code(for: Self.purpose + body).prefix(SignedTicket.tagByteCount))
    }

    /// Whether `tag` is the tag of `body`, found out in a time that does not depend on either.
    func isValid(tag: [UInt8], of body: [UInt8]) -> Bool {
        ConstantTime.equal(tag, self.tag(of: body))
    }
}

extension EventKey: Equatable {
    public static func == (left: EventKey, right: EventKey) -> Bool {
        left.event == right.event && left.epoch == right.epoch && left.secret == right.secret
    }
}
