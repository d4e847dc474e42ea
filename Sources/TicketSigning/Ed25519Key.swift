// What a box signs with.

/// The secret half of a box's key pair: whoever has it can speak for the box, and cannot make tickets.
public struct Ed25519Key: Sendable, Redacted {
    let secret: Secret
    /// What others check its signatures with.
    public let publicKey: Ed25519PublicKey

    /// Draws a new key.
    ///
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    public init() throws(SigningError) {
        try self.init(secret: Secret())
    }

    init(secret: Secret) throws(SigningError) {
        self.secret = secret
        publicKey = Ed25519PublicKey(known: try Ed25519.publicKey(of: secret))
    }

    /// Signs a message.
    ///
    /// - Parameter message: Begins with a label that says what it is, so that it is taken for nothing else.
    /// - Returns: 64 bytes.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    public func sign(_ message: [UInt8]) throws(SigningError) -> [UInt8] {
        try Ed25519.sign(message, with: secret)
    }
}
