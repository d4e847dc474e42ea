// What people with an account may do.

/// The role of an account on the organiser's pages.
public enum AccountRole: String, CaseIterable, Codable, Sendable {
    /// Everything.
    case organiser
    /// Figures and messages; finds tickets, blocks them, and lifts blocks.
    case desk
    /// Figures only: no guests' names, no messages, no actions.
    case viewer
}
