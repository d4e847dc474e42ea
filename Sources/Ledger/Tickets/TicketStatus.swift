// The status that the organiser gives a ticket.

/// The state of an issued ticket, apart from whether it has been used.
public enum TicketStatus: String, CaseIterable, Hashable, Sendable {
    /// It is admitted.
    case valid
    /// It is admitted once it is paid; the gate asks staff.
    case unpaid
    /// The organiser blocked it for a reason that is in its note.
    case blocked
    /// Withdrawn: refunded, cancelled.
    case revoked
    /// Withdrawn because a newer ticket replaces it.
    case replaced
}
