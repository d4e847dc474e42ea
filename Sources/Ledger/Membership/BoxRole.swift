// What a box may do among the boxes of an organiser.

/// The role of a member, least first.
public enum BoxRole: String, CaseIterable, Codable, Hashable, Sendable {
    /// Judges codes at a gate.
    case gate
    /// Sells tickets as well.
    case desk
    /// Plans events and their lists as well.
    case organiser
}
