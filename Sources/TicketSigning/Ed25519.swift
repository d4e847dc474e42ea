// Signatures of boxes.

internal import COpenSSL

/// Makes and checks Ed25519 signatures (RFC 8032), by libcrypto.
enum Ed25519 {
    static let signatureByteCount = 64

    /// - Returns: 32 bytes.
    static func publicKey(of secret: Secret) throws(SigningError) -> [UInt8] {
        let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret.bytes, secret.bytes.count)
        defer { EVP_PKEY_free(key) }
        var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.byteCount)
        var count = bytes.count
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == bytes.count else { throw unavailable }
        return bytes
    }

    static func sign(_ message: [UInt8], with secret: Secret) throws(SigningError) -> [UInt8] {
        let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret.bytes, secret.bytes.count)
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        var signature = [UInt8](repeating: 0, count: signatureByteCount)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == signature.count
        else { throw unavailable }
        return signature
    }

    static func verifies(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    private static var unavailable: SigningError { .unavailable(algorithm: "Ed25519") }
}
