// Comparisons that tell nothing by how long they take.

internal import COpenSSL

/// Compares secrets.
package enum ConstantTime {
    /// Whether two secrets or hashes are the same, found out in a time that depends on their length alone.
    ///
    /// - Parameters:
    ///   - left: Any bytes.
    ///   - right: Any bytes; another number of them is never equal.
    /// - Returns: Whether they are the same.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
