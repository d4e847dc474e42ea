// The context that rules judge by.

public import Ledger
public import TicketSigning

/// Everything that a rule may consider, and nothing else, so that the same context always gives the same verdict.
public struct RuleContext: Hashable, Sendable {
    /// The ticket as the signed code describes it, or the list if there is no signature.
    public let ticket: Ticket
    /// Whether the ticket is known only by another platform's barcode, which is unsigned.
    public let isUnsigned: Bool
    /// Who signed the code; `nil` if no code was shown, or if it is unsigned.
    public let signer: TicketSignatory?
    /// What the ledger knows about the ticket.
    public let history: TicketHistory
    /// The time of the scan by the box's wall clock.
    public let instant: Timestamp
    /// Whether that clock can be trusted.
    public let clock: ClockTrust
    /// The terms that apply to the ticket: its own, or its grant's, take precedence over its tier's, and those over the
    /// event's.
    public let policy: EntryPolicy
    /// How much of the ticket is used up at the zone behind the gate.
    public let use: TicketUse

    /// - Parameters:
    ///   - ticket: The ticket as the signed code describes it.
    ///   - signer: Who signed it; `nil` if no code was shown.
    ///   - history: What the ledger knows about the ticket.
    ///   - instant: The time of the scan.
    ///   - clock: Whether the clock can be trusted.
    public init(
        ticket: Ticket,
        signer: TicketSignatory? = nil,
        history: TicketHistory,
        instant: Timestamp,
        clock: ClockTrust = .trusted
    ) {
        self.init(ticket, isUnsigned: false, signer: signer, history: history, instant: instant, clock: clock)
    }

    init(_ verified: VerifiedTicket, history: TicketHistory, instant: Timestamp, clock: ClockTrust) {
        self.init(ticket: verified.ticket, signer: verified.signer, history: history, instant: instant, clock: clock)
    }

    /// - Parameters:
    ///   - foreign: A ticket found by another platform's barcode.
    ///   - history: What the ledger knows about the ticket.
    ///   - instant: The time of the scan.
    ///   - clock: Whether the clock can be trusted.
    public init(foreign: ForeignTicket, history: TicketHistory, instant: Timestamp, clock: ClockTrust = .trusted) {
        self.init(foreign.ticket, isUnsigned: true, signer: nil, history: history, instant: instant, clock: clock)
    }

    private init(
        _ ticket: Ticket,
        isUnsigned: Bool,
        signer: TicketSignatory?,
        history: TicketHistory,
        instant: Timestamp,
        clock: ClockTrust
    ) {
        let event = history.door.event
        self.ticket = ticket
        self.isUnsigned = isUnsigned
        self.signer = signer
        self.history = history
        self.instant = instant
        self.clock = clock
        policy = event.policy.overridden(by: history.tier?.policy)
            .overridden(by: history.listed?.policy ?? history.granted?.policy)
        use = TicketUse(policy, history.passages, of: event, on: instant)
    }

    /// The event of the gate.
    public var event: Event { history.door.event }
}
