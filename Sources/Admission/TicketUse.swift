// How much of a ticket is used up.

public import Ledger

/// The people of a ticket at one zone, by its terms of re-entry.
public struct TicketUse: Hashable, Sendable {
    /// How many people it lets in.
    public let admits: Int
    /// Whether they may enter again.
    public let reentry: Reentry
    /// How many of them count as in: who entered, less those who may come back.
    public let taken: Int
    /// How many are inside.
    public let inside: Int
    /// The first entry of those who count as in.
    public let first: Entry?
    /// Whether the next one to enter has been in before.
    public let isReturn: Bool

    /// - Parameters:
    ///   - policy: The terms that hold for the ticket.
    ///   - passages: In and out of the zone, in order.
    ///   - event: For the days of re-entry per day.
    ///   - instant: Now.
    public init(_ policy: EntryPolicy, _ passages: [Movement], of event: Event, on instant: Timestamp) {
        let admits = policy.admits ?? event.admits
        let reentry = policy.reentry ?? event.reentry
        let entries = passages.filter { $0.kind != .exit }
        let inside = max(0, passages.reduce(0) { $0 + $1.people })
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
            isReturn = passages.count { $0.kind == .exit } > entries.count(where: \.isReturn)
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

    /// Whether one more may enter.
    public var hasPlace: Bool {
        reentry == .unlimited || taken < admits
    }

    /// Whether one more to enter is one more inside: with re-entry that needs no exit, somebody may be counted in
    /// already.
    public var addsPerson: Bool {
        switch reentry {
        case .none, .afterExit: true
        case .unlimited, .perDay: inside < admits
        }
    }
}
