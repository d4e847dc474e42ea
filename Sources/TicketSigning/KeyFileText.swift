// The keywords and the text of a key file.

/// The text form of keys, version 1; see docs/wire-format.md, "Key files".
enum KeyFileText {
    static let masterTitle = "doorcheck-master-key"
    static let eventTitle = "doorcheck-event-key"
    static let version = "1"

    static func master(_ key: MasterKey) -> String {
        """
        \(masterTitle) \(version)
        secret \(Hexadecimal.encode(key.secret.bytes))

        """
    }

    static func event(_ key: EventKey) -> String {
        """
        \(eventTitle) \(version)
        event \(key.event)
        epoch \(key.epoch)
        suite \(key.suite.rawValue)
        key-id \(key.keyID)
        secret \(Hexadecimal.encode(key.secret.bytes))

        """
    }
}
