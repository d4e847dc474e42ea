// What a box checks tickets with.

/// Verifies the tickets of one event, for one key epoch.
///
/// In suite 1 it has the same secret as the key that signs. In suite 2 it has the public key alone.
public struct VerifyingKey: Sendable, Redacted, Equatable {
    /// The event whose tickets this key verifies.
    public let event: EventID
    /// 1 for the event's first key, incremented by each rotation.
    public let epoch: UInt32
    /// The signature suite of this key.
    public let suite: SignatureSuite
    /// The id with which tickets refer to this key.
    public let keyID: KeyID

    private let material: Material

    private enum Material: Equatable {
        case shared(EventKey)
        case publicKey([UInt8])
    }

    /// Creates the key that verifies what another one signs.
    ///
    /// - Parameter key: The key that signs.
    public init(_ key: EventKey) {
        (event, epoch, suite, keyID) = (key.event, key.epoch, key.suite, key.keyID)
        material = key.publicKey.map { .publicKey($0) } ?? .shared(key)
    }

    /// Creates a key from public facts; whether they are the organiser's has to be known before. Fails if the bytes are
    /// no public key, or one that signatures without a secret exist for.
    ///
    /// - Parameters:
    ///   - publicKey: 32 bytes, Ed25519 (RFC 8032).
    ///   - event: The event.
    ///   - epoch: 1 for the event's first key.
    public init?(publicKey: [UInt8], event: EventID, epoch: UInt32) {
        guard Ed25519.isSafe(publicKey) else { return nil }
        (self.event, self.epoch, suite) = (event, epoch, .ed25519)
        keyID = KeyID(ofPublicKey: publicKey)
        material = .publicKey(publicKey)
    }

    /// Returns whether a code's proof is that of its other fields, in a time that depends on no secret.
    func isValid(_ proof: [UInt8], of body: [UInt8]) -> Bool {
        switch material {
        case .shared(let key): ConstantTime.equal(proof, key.proof(of: body))
        case .publicKey(let publicKey):
            Ed25519.verifies(proof, of: suite.label + event.bytes + body, by: publicKey)
        }
    }
}
