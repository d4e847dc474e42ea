// What a door is for.

/// Which way people go through a gate.
public enum GateDirection: String, CaseIterable, Hashable, Sendable {
    /// In.
    case entry
    /// Out.
    case exit
    /// Nowhere: tickets are looked at, and nobody is counted in or out.
    case check
}
