// The hash function for key ids and the ledger's hash chain of scans.

internal import COpenSSL

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
