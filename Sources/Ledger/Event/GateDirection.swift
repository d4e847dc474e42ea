// The purpose of a gate.

/// The direction in which people go through a gate.
public enum GateDirection: String, CaseIterable, Hashable, Sendable {
    /// In.
    case entry
    /// Out.
    case exit
    /// Neither: tickets are only checked, and no one is counted in or out.
    case check
}
