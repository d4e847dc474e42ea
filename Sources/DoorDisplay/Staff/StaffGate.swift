// A gate as staff see it in a list.

/// One of the event's gates.
public struct StaffGate: Encodable, Sendable {
    /// Its name.
    public let name: String
    /// `entry`, `exit` or `check`.
    public let direction: String

    /// - Parameters:
    ///   - name: Its name.
    ///   - direction: `entry`, `exit` or `check`.
    public init(name: String, direction: String) {
        self.name = name
        self.direction = direction
    }
}
