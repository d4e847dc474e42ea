// SHA-256, and the authentication codes and keys that are made with it.

internal import COpenSSL
internal import Synchronization

/// SHA-256 (FIPS 180-4), implemented by libcrypto.
public enum SHA256 {
    /// The number of bytes in a hash.
    public static let byteCount = 32

    /// Fetched once, since a fetch takes as long as a short hash. `nonisolated(unsafe)` is safe here: an algorithm is
    /// immutable once it is fetched, and it is never freed.
    nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// Hashes bytes; contiguous bytes, such as an array's, are not copied.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Returns: 32 bytes.
    public static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable(hash(buffer:)) ?? Array(bytes).withUnsafeBufferPointer(hash(buffer:))
    }

    private static func hash(buffer: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { hash, count in
            let done = EVP_Digest(buffer.baseAddress, buffer.count, hash.baseAddress, nil, algorithm, nil) == 1
            precondition(done, "libcrypto has no SHA-256; is its default provider switched off in openssl.cnf?")
            count = byteCount
        }
    }
}

/// HMAC-SHA-256 (RFC 2104, FIPS 198-1), implemented by libcrypto.
///
/// The key is hashed once, at initialisation; each code then costs a third of one computed from scratch.
final class HMACSHA256: Sendable {
    private let context: Mutex<Context>

    /// Creates an authenticator and hashes its key.
    ///
    /// - Parameter key: The secret; at least 1 byte.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    init(key: [UInt8]) throws(SigningError) {
        guard let pointer = hmac_sha256_new(key, key.count) else { throw .unavailable(algorithm: "HMAC-SHA-256") }
        context = Mutex(Context(pointer: pointer))
    }

    /// Returns the 32-byte code of a message.
    func code(for message: [UInt8]) -> [UInt8] {
        context.withLock { $0.code(for: message) }
    }

    /// The owner of libcrypto's keyed context, which only one thread at a time may use.
    private struct Context: ~Copyable {
        let pointer: OpaquePointer

        deinit { EVP_MAC_CTX_free(pointer) }

        mutating func code(for message: [UInt8]) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
                // Without a key, EVP_MAC_init rewinds to the state after hashing the key.
                let done =
                    EVP_MAC_init(pointer, nil, 0, nil) == 1
                    && EVP_MAC_update(pointer, message, message.count) == 1
                    && EVP_MAC_final(pointer, code.baseAddress, &count, SHA256.byteCount) == 1
                // With a keyed context, only a lack of memory makes this fail, as it would for the array itself.
                precondition(done, "libcrypto could not compute an HMAC")
            }
        }
    }
}

/// HKDF-SHA-256 (RFC 5869), implemented by libcrypto.
package enum HKDFSHA256 {
    /// Derives a key.
    ///
    /// - Parameters:
    ///   - inputKey: The secret to derive from.
    ///   - salt: The same for all keys of one application; may be empty.
    ///   - info: What distinguishes this key from others derived from the same secret; may be empty.
    ///   - count: The number of bytes to derive, 1 to 8160.
    /// - Returns: `count` bytes.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    package static func derive(
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
