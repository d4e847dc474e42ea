// Everything that the ledger knows about one ticket when it is judged.

public import TicketSigning

/// The history that rules judge a ticket by: one property for each look-up. It is read in the same transaction that
/// records their verdict.
public struct TicketHistory: Hashable, Sendable {
    /// The ticket's row, if it is on the list.
    public let listed: IssuedTicket?
    /// What a partner's grant says of the ticket, which then has no row that counts.
    public let granted: GrantedTicket?
    /// The first ticket of the series of replacements that this one belongs to; `nil` if there are no others.
    public let root: TicketID?
    /// The event that the ticket's code names, if this ledger knows it.
    public let event: Event?
    /// The epoch of the event's newest key in force, if the ticket is not on the list.
    public let newestEpoch: UInt32?
    /// The row of the ticket's tier.
    public let tier: Tier?
    /// The gate at which it is judged.
    public let door: GateState
    /// All movements with this ticket, or with one that it replaces, in any zone; in order, without undone ones.
    public let movements: [Movement]
    /// Everything that happened with this ticket, or with one of the same ``root``, at the zone behind the gate; in
    /// order, including undone movements and their voids.
    public let zoneLog: [Entry]
    /// The part of it that happened with tickets that this one does not replace: newer ones, or ones issued
    /// separately.
    public let zoneLogOfSiblings: [Entry]
    /// Whether boxes have roles. Then what one box tells of an undo counts for its own movements only, as long as its
    /// line, which says more, has not arrived.
    public let hasRoles: Bool
    /// The latest logical time that the ledger knows; 0 for none.
    public let latestLogicalTime: Int64
    /// The hub's clock minus this machine's, in milliseconds; `nil` if it is not known.
    public let clockOffset: Int64?

    /// - Parameters:
    ///   - listed: The ticket's row.
    ///   - granted: What a partner's grant says of it.
    ///   - root: The first ticket of its series of replacements.
    ///   - event: The event that its code names.
    ///   - newestEpoch: The newest epoch of the event's keys in force, for a ticket that is on no list.
    ///   - tier: Its tier's row.
    ///   - door: The gate at which it is judged.
    ///   - movements: The movements in order, without undone ones.
    ///   - zoneLog: Everything that happened at the zone behind the gate; `nil` for the movements there.
    ///   - zoneLogOfSiblings: The part of it that happened with tickets that this one does not replace.
    ///   - hasRoles: Whether boxes have roles.
    ///   - latestLogicalTime: The latest logical time that the ledger knows.
    ///   - clockOffset: The hub's clock minus this machine's, in milliseconds.
    public init(
        listed: IssuedTicket?,
        granted: GrantedTicket?,
        root: TicketID? = nil,
        event: Event?,
        newestEpoch: UInt32? = nil,
        tier: Tier?,
        door: GateState,
        movements: [Movement],
        zoneLog: [Entry]? = nil,
        zoneLogOfSiblings: [Entry] = [],
        hasRoles: Bool = false,
        latestLogicalTime: Int64 = 0,
        clockOffset: Int64? = nil
    ) {
        self.listed = listed
        self.granted = granted
        self.root = root
        self.event = event
        self.newestEpoch = newestEpoch
        self.tier = tier
        self.door = door
        self.movements = movements
        self.zoneLog = zoneLog ?? movements.filter { $0.zone == door.zone.name }.map(\.entry)
        self.zoneLogOfSiblings = zoneLogOfSiblings
        self.hasRoles = hasRoles
        self.latestLogicalTime = latestLogicalTime
        self.clockOffset = clockOffset
    }

    /// What the organiser and staff made of the ticket; `nil` for one that nobody knows.
    public var status: TicketStatus? { listed?.status ?? granted?.status }

    /// The name of the ticket's tier; `nil` if there is none, or if nobody knows.
    public var tierName: String? { listed.map(\.tier) ?? granted?.tier }

    /// Whose ticket it is, for people: the holder's name, or the partner's with the number. `nil` if nobody knows.
    public var guestName: String? { listed.map(\.holder) ?? granted?.name }

    /// The movements in and out of the zone behind the gate.
    public var passages: [Movement] {
        movements.filter { $0.zone == door.zone.name }
    }

    /// Every admission to the zone behind the gate, the first one first.
    public var entries: [Entry] {
        passages.filter { $0.kind != .exit }.map(\.entry)
    }

    /// Returns the history with later movements added, for a dry run.
    ///
    /// - Parameters:
    ///   - later: Movements of this ticket after those in the ledger.
    ///   - people: How many more people are in the zone by then, with this ticket and others.
    /// - Returns: A history with all of them.
    public func after(_ later: [Movement], people: Int) -> TicketHistory {
        let inside = door.inside.map { $0 + people }
        return TicketHistory(
            listed: listed,
            granted: granted,
            root: root,
            event: event,
            newestEpoch: newestEpoch,
            tier: tier,
            door: GateState(event: door.event, gate: door.gate, zone: door.zone, inside: inside),
            movements: movements + later,
            hasRoles: hasRoles,
            latestLogicalTime: latestLogicalTime,
            clockOffset: clockOffset
        )
    }

    /// Returns the same history at a gate in another state.
    ///
    /// - Parameter door: The state of the same gate.
    /// - Returns: The history.
    public func at(_ door: GateState) -> TicketHistory {
        TicketHistory(
            listed: listed, granted: granted, root: root, event: event, newestEpoch: newestEpoch, tier: tier,
            door: door,
            movements: movements, zoneLog: zoneLog, zoneLogOfSiblings: zoneLogOfSiblings, hasRoles: hasRoles,
            latestLogicalTime: latestLogicalTime, clockOffset: clockOffset)
    }

    /// Returns a logical time that a record of this box does not exceed if it is made now.
    ///
    /// - Parameters:
    ///   - instant: The current time by this machine's wall clock.
    ///   - others: The logical times of what the record follows.
    /// - Returns: The time, with room for as many records of other cameras as fit between a claim and its record.
    public func logicalTime(on instant: Timestamp, after others: [Int64]) -> Int64 {
        let corrected = instant.corrected(by: clockOffset)
        return max(corrected.milliseconds << 16, latestLogicalTime, LogicalClock.latest(of: others, on: corrected))
            + 1024
    }
}
