// The context that rules judge by.

public import Ledger
public import TicketSigning

/// Everything that a rule may consider, and nothing else, so that the same context always gives the same verdict.
public struct RuleContext: Hashable, Sendable {
    /// The ticket as the signed code describes it, or the list if there is no signature.
    public let ticket: Ticket
    /// Whether the ticket is known only by another platform's barcode, which is unsigned.
    public let isUnsigned: Bool
    /// The epoch of the key that signed the code; `nil` if no code was shown, or if it is unsigned.
    public let epoch: UInt32?
    /// What the ledger knows about the ticket.
    public let history: TicketHistory
    /// The time of the scan by the box's wall clock.
    public let instant: Timestamp
    /// Whether that clock can be trusted.
    public let clock: ClockTrust
    /// The terms that apply to the ticket: its own take precedence over its tier's, and those over the event's.
    public let policy: EntryPolicy
    /// How much of the ticket is used up at the zone behind the gate.
    public let use: TicketUse

    /// - Parameters:
    ///   - ticket: The ticket as the signed code describes it.
    ///   - epoch: The epoch of the key that signed it; `nil` if no code was shown.
    ///   - history: What the ledger knows about the ticket.
    ///   - instant: The time of the scan.
    ///   - clock: Whether the clock can be trusted.
    public init(
        ticket: Ticket,
        epoch: UInt32? = nil,
        history: TicketHistory,
        instant: Timestamp,
        clock: ClockTrust = .trusted
    ) {
        self.init(ticket, isUnsigned: false, epoch: epoch, history: history, instant: instant, clock: clock)
    }

    init(_ verified: VerifiedTicket, history: TicketHistory, instant: Timestamp, clock: ClockTrust) {
        self.init(ticket: verified.ticket, epoch: verified.epoch, history: history, instant: instant, clock: clock)
    }

    /// - Parameters:
    ///   - foreign: A ticket found by another platform's barcode.
    ///   - history: What the ledger knows about the ticket.
    ///   - instant: The time of the scan.
    ///   - clock: Whether the clock can be trusted.
    public init(foreign: ForeignTicket, history: TicketHistory, instant: Timestamp, clock: ClockTrust = .trusted) {
        self.init(foreign.ticket, isUnsigned: true, epoch: nil, history: history, instant: instant, clock: clock)
    }

    private init(
        _ ticket: Ticket,
        isUnsigned: Bool,
        epoch: UInt32?,
        history: TicketHistory,
        instant: Timestamp,
        clock: ClockTrust
    ) {
        let event = history.door.event
        self.ticket = ticket
        self.isUnsigned = isUnsigned
        self.epoch = epoch
        self.history = history
        self.instant = instant
        self.clock = clock
        policy = event.policy.overridden(by: history.tier?.policy).overridden(by: history.listed?.policy)
        use = TicketUse(policy, history.passages, of: event, on: instant)
    }

    /// The event of the gate.
    public var event: Event { history.door.event }
}
