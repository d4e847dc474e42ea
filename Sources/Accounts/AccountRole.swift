// What people with an account may do.

/// The role of an account of the hub's pages or the office's.
public enum AccountRole: String, CaseIterable, Codable, Sendable {
    /// Everything.
    case organiser
    /// Figures and messages; finds tickets, blocks them, and lifts blocks. In the office it sells tickets and admits
    /// guests as well.
    case desk
    /// Figures only: no guests' names, no messages, no actions.
    case viewer
}
