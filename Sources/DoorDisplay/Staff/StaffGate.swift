// A gate in the staff page's list.

/// One of the event's gates.
public struct StaffGate: Encodable, Sendable {
    /// The gate's name.
    public let name: String
    /// `entry`, `exit` or `check`.
    public let direction: String

    /// - Parameters:
    ///   - name: The gate's name.
    ///   - direction: `entry`, `exit` or `check`.
    public init(name: String, direction: String) {
        self.name = name
        self.direction = direction
    }
}
