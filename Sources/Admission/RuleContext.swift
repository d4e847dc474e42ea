// What a rule may look at.

public import Ledger
public import TicketSigning

/// Everything a rule judges by; nothing else, so that the same circumstances always give the same verdict.
public struct RuleContext: Hashable, Sendable {
    /// What the signed code says, or the list where there is no signature.
    public let ticket: Ticket
    /// Whether the ticket is known by another platform's barcode only, which nobody signed.
    public let isUnsigned: Bool
    /// Of the key that signed the code that was shown; `nil` where none was, or nobody signed it.
    public let epoch: UInt32?
    /// What the ledger knows about the ticket.
    public let history: TicketHistory
    /// The moment of the scan, by the box's wall clock.
    public let instant: Timestamp
    /// Whether that clock can be believed.
    public let clock: ClockTrust
    /// The terms that hold for the ticket: its own before its tier's, and those before the event's.
    public let policy: EntryPolicy
    /// How much of it is used up at the zone behind the door.
    public let use: TicketUse

    /// - Parameters:
    ///   - ticket: What the signed code says.
    ///   - epoch: Of the key that signed it; `nil` where no code was shown.
    ///   - history: What the ledger knows about the ticket.
    ///   - instant: The moment of the scan.
    ///   - clock: Whether the clock can be believed.
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
    ///   - foreign: Found by another platform's barcode.
    ///   - history: What the ledger knows about the ticket.
    ///   - instant: The moment of the scan.
    ///   - clock: Whether the clock can be believed.
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

    /// The event behind the door.
    public var event: Event { history.door.event }
}
