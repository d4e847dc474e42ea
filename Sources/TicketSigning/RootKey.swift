// The key that every box of an organiser recognises as the organiser's.

/// Signs what the organiser alone may decide: which boxes are members, and with which role. It follows from the master
/// key, so there is nothing more to back up.
public struct RootKey: Sendable, Redacted {
    /// 32 bytes, Ed25519 (RFC 8032).
    public let publicKey: [UInt8]
    private let secret: [UInt8]

    fileprivate init?(seed: [UInt8]) {
        guard let pair = Ed25519.pair(from: seed) else { return nil }
        (publicKey, secret) = pair
    }

    /// Signs a message.
    ///
    /// - Parameter message: Begins with a label of its purpose, so that a signature is good for nothing else.
    /// - Returns: 64 bytes.
    package func sign(_ message: [UInt8]) -> [UInt8] {
        Ed25519.sign(message, with: secret)
    }
}

extension MasterKey {
    /// Derives the organiser's root key.
    ///
    /// - Returns: The key, which is always the same for the same master key.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    /// - SeeAlso: docs/wire-format.md, "Keys".
    public func rootKey() throws(SigningError) -> RootKey {
        let seed = try HKDFSHA256.derive(
            from: secret.bytes,
            salt: Array("doorcheck/v1".utf8),
            info: Array("doorcheck/root/v1\0".utf8),
            count: Ed25519.keyByteCount
        )
        guard let key = RootKey(seed: seed) else { throw .unavailable(algorithm: "Ed25519") }
        return key
    }
}
