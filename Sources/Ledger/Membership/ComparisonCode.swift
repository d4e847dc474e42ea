// Eight digits by which two people recognise a key.

import TicketSigning

/// The start of a key's SHA-256 as digits.
package enum ComparisonCode {
    /// - Parameters:
    ///   - label: What the key is for, so that two purposes have different digits.
    ///   - bytes: The key.
    /// - Returns: `1234 5678`.
    package static func text(for label: String, of bytes: [UInt8]) -> String {
        let hash = SHA256.hash(Array(label.utf8) + bytes)
        let number = hash.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % 100_000_000
        let digits = String(String(100_000_000 + number).dropFirst())
        return "\(digits.prefix(4)) \(digits.suffix(4))"
    }
}
