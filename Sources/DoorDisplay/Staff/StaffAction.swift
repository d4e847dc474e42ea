// The actions on the staff page.

/// A manual action on a ticket; each is recorded with a name and a reason.
public enum StaffAction: String, CaseIterable, Codable, Sendable {
    /// Admits someone, whatever the rules say.
    case admit
    /// Marks the ticket as paid and admits someone, both or neither.
    case admitPaid = "pay-and-admit"
    /// Undoes the last admission.
    case undo
    /// Marks the ticket as paid.
    case pay
    /// Blocks the ticket.
    case block
    /// Ends a block.
    case restore
}
