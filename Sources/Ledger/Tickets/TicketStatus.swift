// What the organiser says of a ticket.

/// The state of an issued ticket, apart from whether it has been used.
public enum TicketStatus: String, CaseIterable, Hashable, Sendable {
    /// It enters.
    case valid
    /// It enters once it is paid; staff is asked.
    case unpaid
    /// The organiser stopped it for a reason that is in its note.
    case blocked
    /// Withdrawn: refunded, cancelled.
    case revoked
    /// Withdrawn because a newer ticket stands for it.
    case replaced
}
