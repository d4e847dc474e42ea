// What a box gives others so that they know it: a line of text.

import Ledger

/// A box's name and public key: `north-1 3q2-7wQ…`.
public struct BoxCard: Hashable, Sendable, LosslessStringConvertible {
    /// What people call the box; 1 to 64 characters without spaces.
    public let name: String
    /// Whom its files are signed by, and sealed for.
    public let key: BoxPublicKey

    /// - Parameters:
    ///   - name: What people call the box; spaces become hyphens.
    ///   - key: Its public key.
    public init(name: String, key: BoxPublicKey) {
        self.name = String(name.map { $0.isWhitespace ? "-" : $0 }.prefix(64))
        self.key = key
    }

    /// - Parameter description: One line; anything else gives `nil`.
    public init?(_ description: String) {
        let words = description.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, words[0].count <= 64, let bytes = RecordBytes(base64url: String(words[1]))?.bytes,
            let key = BoxPublicKey(bytes: bytes)
        else { return nil }
        self.init(name: String(words[0]), key: key)
    }

    public var description: String { "\(name) \(RecordBytes(key.bytes).base64url)" }
}
