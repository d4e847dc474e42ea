// Signatures of boxes and hubs.

internal import CSodium

/// Ed25519 (RFC 8032), implemented by libsodium.
package enum Ed25519 {
    /// The number of bytes in a seed and in a public key.
    package static let keyByteCount = 32
    /// The number of bytes in a signature.
    package static let signatureByteCount = 64

    /// Whether libsodium works; every other call returns `nil` or `false` if not.
    package static let isAvailable = sodium_init() >= 0

    /// Returns a new seed from the kernel's random generator.
    package static func randomSeed() -> [UInt8]? {
        guard isAvailable else { return nil }
        var seed = [UInt8](repeating: 0, count: keyByteCount)
        randombytes_buf(&seed, seed.count)
        return seed
    }

    /// Returns the key pair that belongs to a seed.
    ///
    /// - Parameter seed: 32 bytes; any other number gives `nil`.
    /// - Returns: The public key of 32 bytes, and the secret that signs.
    package static func pair(from seed: [UInt8]) -> (publicKey: [UInt8], secret: [UInt8])? {
        guard isAvailable, seed.count == keyByteCount else { return nil }
        var open = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        return crypto_sign_seed_keypair(&open, &secret, seed) == 0 ? (open, secret) : nil
    }

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - message: Begins with a label of its purpose, so that a signature is good for nothing else.
    ///   - secret: The secret of a pair.
    /// - Returns: 64 bytes.
    /// - Complexity: 23 µs.
    package static func sign(_ message: [UInt8], with secret: [UInt8]) -> [UInt8] {
        precondition(secret.count == Int(crypto_sign_SECRETKEYBYTES))
        var signature = [UInt8](repeating: 0, count: signatureByteCount)
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        return signature
    }

    /// Returns whether a message was signed with a key.
    ///
    /// - Parameters:
    ///   - signature: 64 bytes; any other number is not a signature.
    ///   - message: The message.
    ///   - key: A public key of 32 bytes; nothing is signed with any other.
    /// - Returns: Whether it was.
    /// - Complexity: 63 µs.
    package static func verifies(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        isAvailable && signature.count == signatureByteCount && key.count == keyByteCount
            && crypto_sign_verify_detached(signature, message, UInt64(message.count), key) == 0
    }

    /// Returns whether bytes are a public key that can be trusted to need its secret: a canonical point of the curve's
    /// main subgroup. For others, such as the points of small order, signatures exist that anybody can make.
    ///
    /// - Parameter key: 32 bytes; any other number is no key.
    /// - Returns: Whether they are.
    package static func isSafe(_ key: [UInt8]) -> Bool {
        isAvailable && key.count == keyByteCount && crypto_core_ed25519_is_valid_point(key) == 1
    }
}
