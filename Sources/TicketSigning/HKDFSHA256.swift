// Derives many keys from one.

internal import COpenSSL

/// HKDF-SHA-256 (RFC 5869), implemented by libcrypto.
enum HKDFSHA256 {
    /// Derives a key.
    ///
    /// - Parameters:
    ///   - inputKey: The secret to derive from.
    ///   - salt: The same for all keys of one application; may be empty.
    ///   - info: What distinguishes this key from others derived from the same secret; may be empty.
    ///   - count: The number of bytes to derive, 1 to 8160.
    /// - Returns: `count` bytes.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    static func derive(
        from inputKey: [UInt8],
        salt: [UInt8],
        info: [UInt8],
        count: Int
    ) throws(SigningError) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: count)
        let done = hkdf_sha256(salt, salt.count, inputKey, inputKey.count, info, info.count, &key, count)
        guard done == 1 else { throw .unavailable(algorithm: "HKDF-SHA-256") }
        return key
    }
}
