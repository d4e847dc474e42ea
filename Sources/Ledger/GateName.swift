// The name of a door.

/// A gate's name: 1 to 32 ASCII letters, digits or `-`, as it stands in scans, reports and on the display.
public struct GateName: Hashable, Sendable, Comparable, CustomStringConvertible, LosslessStringConvertible {
    /// The name itself.
    public let text: String

    /// - Parameter description: `nil` comes back for anything but 1 to 32 ASCII letters, digits or `-`.
    public init?(_ description: String) {
        guard (1...32).contains(description.utf8.count),
            description.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { return nil }
        text = description
    }

    private init(known text: String) {
        self.text = text
    }

    /// The door of an event that has only one.
    public static let main = GateName(known: "main")

    public var description: String { text }

    public static func < (left: GateName, right: GateName) -> Bool {
        left.text < right.text
    }
}
