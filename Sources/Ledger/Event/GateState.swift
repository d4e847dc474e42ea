// The current state of the gate at which a ticket is judged.

/// A gate and the zone behind it. It is read in the transaction that judges, so a change takes effect with the next
/// scan.
public struct GateState: Hashable, Sendable {
    /// The event of the gate.
    public let event: Event
    /// The gate's settings.
    public let gate: GateSettings
    /// The zone behind it.
    public let zone: Zone
    /// How many people are in the zone; counted only if the zone has a capacity and the gate lets people in.
    public let inside: Int?

    /// - Parameters:
    ///   - event: The event of the gate.
    ///   - gate: The gate's settings.
    ///   - zone: The zone behind it.
    ///   - inside: How many people are in the zone, if that matters.
    public init(event: Event, gate: GateSettings, zone: Zone? = nil, inside: Int? = nil) {
        self.event = event
        self.gate = gate
        self.zone = zone ?? Zone(name: gate.zone)
        self.inside = inside
    }
}
