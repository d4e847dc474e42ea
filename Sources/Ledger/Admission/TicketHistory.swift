// All that the ledger knows about one ticket at the moment it is judged.

public import TicketSigning

/// What rules judge a ticket by. Read in the same transaction that records their verdict.
public struct TicketHistory: Hashable, Sendable {
    /// The ticket's row, if the list has it.
    public let listed: IssuedTicket?
    /// The first ticket of those that were issued in place of one another, which this one is of; `nil` where it is the
    /// only one.
    public let root: TicketID?
    /// The event that the ticket's code names, if this ledger knows it.
    public let event: Event?
    /// The epoch of the event's newest key in force, where the list does not have the ticket.
    public let newestEpoch: UInt32?
    /// The row of the ticket's tier.
    public let tier: Tier?
    /// The door at which it is judged.
    public let door: GateState
    /// Everybody who went in or out with this ticket, or with one it stands for, in any zone; in order, the undone
    /// left out.
    public let movements: [Movement]
    /// Everything that happened with this ticket, or with one of its ``root``, at the zone behind the door; in order, the
    /// undone and the undoing included.
    public let happenings: [Entry]
    /// What of it happened with tickets that this one does not stand for: newer ones, or issued apart from it.
    public let beside: [Entry]

    /// - Parameters:
    ///   - listed: The ticket's row.
    ///   - root: The first ticket of those that were issued in place of one another.
    ///   - event: The event its code names.
    ///   - newestEpoch: Of the event's keys in force, for a ticket that is on no list.
    ///   - tier: Its tier's row.
    ///   - door: Where it is judged.
    ///   - movements: In order, the undone left out.
    ///   - happenings: All that happened at the zone behind the door; `nil` for the movements there.
    ///   - beside: What of it happened with tickets that this one does not stand for.
    public init(
        listed: IssuedTicket?,
        root: TicketID? = nil,
        event: Event?,
        newestEpoch: UInt32? = nil,
        tier: Tier?,
        door: GateState,
        movements: [Movement],
        happenings: [Entry]? = nil,
        beside: [Entry] = []
    ) {
        self.listed = listed
        self.root = root
        self.event = event
        self.newestEpoch = newestEpoch
        self.tier = tier
        self.door = door
        self.movements = movements
        self.happenings = happenings ?? movements.filter { $0.zone == door.zone.name }.map(\.entry)
        self.beside = beside
    }

    /// The movements in and out of the zone behind the door.
    public var passages: [Movement] {
        movements.filter { $0.zone == door.zone.name }
    }

    /// Every admission to the zone behind the door, the first one first.
    public var entries: [Entry] {
        passages.filter { $0.kind != .exit }.map(\.entry)
    }

    /// The same history after later movements, for a rehearsal that records nothing.
    ///
    /// - Parameters:
    ///   - later: Movements of this ticket after those of the ledger.
    ///   - people: How many more are in the zone by then, with this ticket and others.
    /// - Returns: A history with all of them.
    public func after(_ later: [Movement], people: Int) -> TicketHistory {
        let inside = door.inside.map { $0 + people }
        return TicketHistory(
            listed: listed,
            root: root,
            event: event,
            newestEpoch: newestEpoch,
            tier: tier,
            door: GateState(event: door.event, gate: door.gate, zone: door.zone, inside: inside),
            movements: movements + later
        )
    }
}
