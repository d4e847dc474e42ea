// The door at which a ticket is judged, as the ledger has it at that moment.

/// A gate with what lies behind it. Read in the transaction that judges, so a change takes effect with the next scan.
public struct GateState: Hashable, Sendable {
    /// What is on behind the door.
    public let event: Event
    /// The gate's settings.
    public let gate: GateSettings
    /// What lies behind it.
    public let zone: Zone
    /// How many people are in the zone; counted only where the zone has a capacity and the gate lets people in.
    public let inside: Int?

    /// - Parameters:
    ///   - event: What is on behind the door.
    ///   - gate: The gate's settings.
    ///   - zone: What lies behind it.
    ///   - inside: How many people are in the zone, where that matters.
    public init(event: Event, gate: GateSettings, zone: Zone? = nil, inside: Int? = nil) {
        self.event = event
        self.gate = gate
        self.zone = zone ?? Zone(name: gate.zone)
        self.inside = inside
    }
}
