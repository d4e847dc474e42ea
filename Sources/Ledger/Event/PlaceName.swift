// The names of gates and zones.

/// The name of a gate or a zone: 1 to 32 ASCII letters, digits or `-`, as used in scans, reports and on the display.
public struct PlaceName: Hashable, Sendable, Comparable, CustomStringConvertible, LosslessStringConvertible {
    /// The name itself.
    public let text: String

    /// - Parameter description: 1 to 32 ASCII letters, digits or `-`; anything else returns `nil`.
    public init?(_ description: String) {
        guard (1...32).contains(description.utf8.count),
            description.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { return nil }
        text = description
    }

    private init(known text: String) {
        self.text = text
    }

    /// The gate of an event that has only one, and the zone behind it.
    public static let main = PlaceName(known: "main")

    public var description: String { text }

    public static func < (left: PlaceName, right: PlaceName) -> Bool {
        left.text < right.text
    }
}

/// The name of a gate.
public typealias GateName = PlaceName

/// The name of the zone behind one or more gates.
public typealias ZoneName = PlaceName
