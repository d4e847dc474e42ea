// What staff do to a ticket's row.

public import TicketSigning

/// What staff can do to a ticket, apart from letting it in.
public enum TicketAction: String, CaseIterable, Hashable, Sendable {
    /// An unpaid ticket was paid.
    case pay
    /// A ticket is stopped for a reason.
    case block
    /// A ticket is withdrawn: refunded, cancelled, sold twice.
    case revoke
    /// A block or a withdrawal was a mistake.
    case restore
    /// A newer ticket stands for it.
    case reissue

    /// What the ticket is afterwards; `nil` where the action makes no sense.
    ///
    /// - Parameters:
    ///   - status: What the ticket is.
    ///   - before: What it was before it was blocked or withdrawn.
    /// - Returns: The same status where it is so already.
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
    /// The how-manieth change it is to come into this ledger.
    public let rev: Int64
    /// Which ticket.
    public let ticket: TicketID
    /// What was done.
    public let action: TicketAction
    /// What the ticket was before.
    public let was: TicketStatus
    /// What it was afterwards.
    public let status: TicketStatus
    /// Who did it, and why.
    public let by: Attribution
    /// When, by this machine's wall clock.
    public let at: Timestamp
}
