// A gate as an organiser has configured it.

/// The settings of one gate.
public struct GateSettings: Hashable, Sendable {
    /// Unique within the event.
    public let name: GateName
    /// The direction in which people go.
    public let direction: GateDirection
    /// The zone behind it.
    public let zone: ZoneName

    /// - Parameters:
    ///   - name: A name that is unique within the event.
    ///   - direction: The direction in which people go.
    ///   - zone: The zone behind it.
    public init(name: GateName, direction: GateDirection = .entry, zone: ZoneName = .main) {
        self.name = name
        self.direction = direction
        self.zone = zone
    }
}
