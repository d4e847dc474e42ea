// The password of an account.

import HubProtocol

/// A password as its account's owner types it; never printed, logged or stored.
public struct Password: Sendable {
    /// The minimum length, in characters.
    public static let shortest = 10
    /// The maximum length, in bytes of UTF-8.
    public static let longest = 200

    /// The bytes that are hashed: UTF-8 of the composed text (NFC).
    let bytes: [UInt8]

    /// - Parameter text: The password as typed; spaces count.
    /// - Throws: ``HubError/refused(_:)`` for a text that is too short or too long, or that no keyboard types.
    public init(_ text: String) throws(HubError) {
        // A letter and its accent may be longer apart.
        guard let composed = text.composed(ifWithin: 4 * Self.longest), composed.count >= Self.shortest,
            composed.utf8.count <= Self.longest,
            composed.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw .refused(
                "A password has at least \(Self.shortest) characters, at most \(Self.longest) bytes and no control "
                    + "characters; choose another one.")
        }
        bytes = Array(composed.utf8)
    }

    /// Returns a random password: four groups of four letters and digits, 80 random bits.
    public static func random() throws(HubError) -> (text: String, password: Password) {
        let text = EnrolmentCode().description
        return (text, try Password(text))
    }
}
