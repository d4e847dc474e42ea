// The actions on the staff page.

/// A manual action on a ticket; each is recorded with a name and a reason.
public enum StaffAction: String, CaseIterable, Codable, Sendable {
    /// Admits someone, whatever the rules say.
    case admit
    /// Undoes the last admission.
    case undo
    /// Marks the ticket as paid.
    case pay
    /// Blocks the ticket.
    case block
    /// Ends a block.
    case restore
}
