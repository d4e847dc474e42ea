// The secret key that signs an event's tickets.

/// Signs the tickets of one event, for one key epoch.
///
/// It comes from a ``MasterKey`` or a ``KeyFile``; its secret leaves this module only in a key file.
public struct EventKey: Sendable, Redacted {
    /// The event whose tickets this key signs.
    public let event: EventID
    /// 1 for the event's first key, incremented by each rotation.
    public let epoch: UInt32
    /// The signature suite of this key.
    public let suite: SignatureSuite
    /// The id with which tickets refer to this key.
    public let keyID: KeyID

    /// The key of an HMAC, or the seed of an Ed25519 key.
    let secret: Secret
    private let algorithm: Algorithm

    private enum Algorithm {
        case hmac(HMACSHA256)
        case ed25519(publicKey: [UInt8], secret: [UInt8])
    }

    init(
        event: EventID, epoch: UInt32, suite: SignatureSuite = .hmacSHA256, secret: Secret
    ) throws(SigningError) {
        self.event = event
        self.epoch = epoch
        self.suite = suite
        self.secret = secret
        switch suite {
        case .hmacSHA256:
            keyID = KeyID(of: secret)
            algorithm = .hmac(try HMACSHA256(key: secret.bytes))
        case .ed25519, .partner:
            precondition(suite == .ed25519, "partners have keys of their own")
            guard let pair = Ed25519.pair(from: secret.bytes) else { throw .unavailable(algorithm: "Ed25519") }
            keyID = KeyID(ofPublicKey: pair.publicKey)
            algorithm = .ed25519(publicKey: pair.publicKey, secret: pair.secret)
        }
    }

    /// What verifies the tickets of this key.
    public var verifyingKey: VerifyingKey { VerifyingKey(self) }

    /// 32 bytes, Ed25519 (RFC 8032); `nil` in suite 1, which has no public key.
    public var publicKey: [UInt8]? {
        guard case .ed25519(let publicKey, _) = algorithm else { return nil }
        return publicKey
    }

    /// Returns the proof of a code: an HMAC of all preceding fields, truncated to 16 bytes, or a signature of the
    /// event and all preceding fields.
    func proof(of body: [UInt8]) -> [UInt8] {
        switch algorithm {
        case .hmac(let hmac): Array(hmac.code(for: suite.label + body).prefix(suite.proofByteCount))
        case .ed25519(_, let secret): Ed25519.sign(suite.label + event.bytes + body, with: secret)
        }
    }
}

extension EventKey: Equatable {
    public static func == (left: EventKey, right: EventKey) -> Bool {
        left.event == right.event && left.epoch == right.epoch && left.suite == right.suite
            && left.secret == right.secret
    }
}
