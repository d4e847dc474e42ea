// Comparisons whose duration reveals nothing.

internal import COpenSSL

/// Compares secrets.
package enum ConstantTime {
    /// Returns whether two secrets or hashes are equal, in a time that depends only on their length.
    ///
    /// - Parameters:
    ///   - left: Any bytes.
    ///   - right: Any bytes; a different length is never equal.
    /// - Returns: Whether they are equal.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
