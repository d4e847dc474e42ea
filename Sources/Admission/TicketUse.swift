// How much of a ticket is used up.

public import Ledger

/// The people of a ticket at one zone, by its terms of re-entry.
public struct TicketUse: Hashable, Sendable {
    /// How many people the ticket admits.
    public let admits: Int
    /// Whether they may enter again.
    public let reentry: Reentry
    /// How many of them count as in: those who entered, less those who may come back.
    public let taken: Int
    /// How many are inside.
    public let inside: Int
    /// The first entry of those who count as in.
    public let first: Entry?
    /// Whether the next person to enter has been in before.
    public let isReturn: Bool

    /// - Parameters:
    ///   - policy: The terms that apply to the ticket.
    ///   - passages: The movements in and out of the zone, in order.
    ///   - event: The event, which defines the days of re-entry per day.
    ///   - instant: The current time.
    public init(_ policy: EntryPolicy, _ passages: [Movement], of event: Event, on instant: Timestamp) {
        let admits = policy.admits ?? event.admits
        let reentry = policy.reentry ?? event.reentry
        let entries = passages.filter { $0.kind != .exit }
        let (inside, exits) = Self.presence(after: passages)
        self.admits = admits
        self.reentry = reentry
        self.inside = inside
        switch reentry {
        case .none:
            taken = entries.count
            first = entries.first?.entry
            isReturn = false
        case .afterExit:
            taken = inside
            first = entries.suffix(inside).first?.entry
            isReturn = exits > entries.count(where: \.isReturn)
        case .unlimited:
            taken = min(entries.count, admits)
            first = entries.first?.entry
            isReturn = entries.count >= admits
        case .perDay:
            let today = entries.filter { event.day(of: $0.entry.at) == event.day(of: instant) }
            let knownBefore = entries.dropLast(today.count).count { !$0.isReturn }
            taken = today.count
            first = today.first?.entry
            isReturn = today.count < knownBefore
        }
    }

    /// Returns how many people are inside, and how many exits took somebody out: one at which nobody is known to be
    /// inside counts for nobody, as in the zone's count.
    private static func presence(after passages: [Movement]) -> (inside: Int, exits: Int) {
        passages.reduce((inside: 0, exits: 0)) { sum, passage in
            let takesOut = passage.kind == .exit && sum.inside > 0
            return (max(0, sum.inside + passage.people), sum.exits + (takesOut ? 1 : 0))
        }
    }

    /// Whether one more person may enter.
    public var hasPlace: Bool {
        reentry == .unlimited || taken < admits
    }

    /// Whether one more entry means one more person inside: with re-entry that needs no exit, the person may be
    /// counted already.
    public var addsPerson: Bool {
        switch reentry {
        case .none, .afterExit: true
        case .unlimited, .perDay: inside < admits
        }
    }
}
