// The password of an account.

internal import TicketSigning

/// A password as its account's owner types it; never printed, logged or stored.
public struct Password: Sendable {
    /// The minimum length, in characters.
    public static let shortest = 10
    /// The maximum length, in bytes of UTF-8.
    public static let longest = 200

    /// The bytes that are hashed: UTF-8 of the composed text (NFC).
    package let bytes: [UInt8]

    /// - Parameter text: The password as typed; spaces count.
    /// - Throws: ``AccountError/password`` for a text that is too short or too long, or that no keyboard types.
    public init(_ text: String) throws(AccountError) {
        // A letter and its accent may be longer apart.
        guard let composed = text.composed(ifWithin: 4 * Self.longest), composed.count >= Self.shortest,
            composed.utf8.count <= Self.longest,
            composed.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw .password
        }
        bytes = Array(composed.utf8)
    }

    /// Returns a random password: four groups of four letters and digits, 80 random bits.
    ///
    /// - Returns: The password, and its text.
    public static func random() throws(AccountError) -> (text: String, password: Password) {
        let text = CrockfordBase32.text(of: (0..<10).map { _ in .random(in: 0 ... .max) })
        return (text, try Password(text))
    }
}
