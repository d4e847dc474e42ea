// The key for the tickets of one event.

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
