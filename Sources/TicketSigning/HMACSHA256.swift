// Message authentication codes under one key, usable from many tasks at once.

internal import COpenSSL
internal import Synchronization

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
