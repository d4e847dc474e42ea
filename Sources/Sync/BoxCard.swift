// A box's public identity as a line of text.

import Ledger

/// A box's name and public key: `north-1 3q2-7wQ…`.
public struct BoxCard: Hashable, Sendable, LosslessStringConvertible {
    /// The box's name for people; 1 to 64 characters without spaces.
    public let name: String
    /// The key that verifies the box's signatures and that files are sealed for.
    public let key: BoxPublicKey

    /// - Parameters:
    ///   - name: The box's name for people; spaces become hyphens.
    ///   - key: The box's public key.
    public init(name: String, key: BoxPublicKey) {
        self.name = String(name.map { $0.isWhitespace ? "-" : $0 }.prefix(64))
        self.key = key
    }

    /// - Parameter description: One line; anything else returns `nil`.
    public init?(_ description: String) {
        let words = description.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, words[0].count <= 64, let bytes = RecordBytes(base64url: String(words[1]))?.bytes,
            let key = BoxPublicKey(bytes: bytes)
        else { return nil }
        self.init(name: String(words[0]), key: key)
    }

    public var description: String { "\(name) \(RecordBytes(key.bytes).base64url)" }
}
