// A gate as an organiser has set it up.

/// The settings of one gate.
public struct GateSettings: Hashable, Sendable {
    /// Unique within the event.
    public let name: GateName
    /// Which way people go.
    public let direction: GateDirection
    /// What lies behind it.
    public let zone: ZoneName

    /// - Parameters:
    ///   - name: Unique within the event.
    ///   - direction: Which way people go.
    ///   - zone: What lies behind it.
    public init(name: GateName, direction: GateDirection = .entry, zone: ZoneName = .main) {
        self.name = name
        self.direction = direction
        self.zone = zone
    }
}
