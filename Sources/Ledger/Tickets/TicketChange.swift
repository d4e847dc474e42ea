// The status of a ticket, and what staff did to it.

public import TicketSigning

/// What staff can do to a ticket, apart from admitting it.
public enum TicketAction: String, CaseIterable, Hashable, Sendable {
    /// An unpaid ticket was paid.
    case pay
    /// A ticket is blocked for a reason.
    case block
    /// A ticket is withdrawn: refunded, cancelled, sold twice.
    case revoke
    /// A block or a withdrawal was a mistake.
    case restore
    /// A ticket is replaced by a newer one.
    case reissue

    /// Returns the ticket's status afterwards; `nil` if the action makes no sense.
    ///
    /// - Parameters:
    ///   - status: The ticket's current status.
    ///   - before: The status before it was blocked or withdrawn.
    /// - Returns: The new status, which is the same if there is nothing to change.
    func status(after status: TicketStatus, before: TicketStatus = .valid) -> TicketStatus? {
        switch (self, status) {
        case (_, .replaced): nil
        case (.pay, .unpaid), (.pay, .valid): .valid
        case (.block, .valid), (.block, .unpaid), (.block, .blocked): .blocked
        case (.revoke, _): .revoked
        case (.restore, .blocked), (.restore, .revoked): before
        case (.restore, .valid): .valid
        case (.reissue, .valid), (.reissue, .unpaid): .replaced
        default: nil
        }
    }
}

/// One line of a ticket's own history.
public struct TicketChange: Hashable, Sendable {
    /// The sequence number in which the change arrived in this ledger.
    public let rev: Int64
    /// The ticket.
    public let ticket: TicketID
    /// What was done.
    public let action: TicketAction
    /// The ticket's status before.
    public let was: TicketStatus
    /// The ticket's status afterwards.
    public let status: TicketStatus
    /// Who did it, and why.
    public let by: Attribution
    /// When it was done, by this machine's wall clock.
    public let at: Timestamp
}

extension TicketChange {
    /// The reason with which the payment of a ticket is recorded that was sold here.
    public static let saleReason = "sold"

    /// Whether the ticket was sold with it: who did it has added the ticket and taken the money.
    public var isSale: Bool { action == .pay && by.why == Self.saleReason }
}

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
