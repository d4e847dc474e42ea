// A ticket's history with what other boxes claimed.

import Ledger
import TicketSigning

extension TicketHistory {
    /// For how long a turn of this box may be on its way into the ledger, through another camera.
    private static let underWay: Duration = .seconds(10)

    /// The same history after what other boxes did.
    ///
    /// - Parameters:
    ///   - claims: All that stand for the ticket at the zone behind the door, in order.
    ///   - box: This one.
    ///   - instant: Now, by this machine's wall clock.
    /// - Returns: A history with those that the ledger has not heard of.
    func learning(_ claims: [ClaimedTurn], at box: BoxID, on instant: Timestamp) -> TicketHistory {
        let news = claims.filter { !knows($0) && !isUnused($0, of: box, on: instant) }
        guard !news.isEmpty else { return self }
        var movements = movements
        for claim in news {
            switch claim.kind {
            case .entry: movements.append(Movement(kind: .entry, entry: claim.entry, zone: door.zone.name))
            case .exit: movements.append(Movement(kind: .exit, entry: claim.entry, zone: door.zone.name))
            case .void:
                if let last = movements.lastIndex(where: { $0.zone == door.zone.name }) { movements.remove(at: last) }
            }
        }
        let people = movements.reduce(0) { $0 + $1.people } - self.movements.reduce(0) { $0 + $1.people }
        return TicketHistory(
            listed: listed,
            event: event,
            tier: tier,
            door: Door(event: door.event, gate: door.gate, zone: door.zone, inside: door.inside.map { $0 + people }),
            movements: movements,
            happenings: happenings + news.map(\.entry)
        )
    }

    /// Whether a claim is this box's own and came to nothing: the box lost its power before it wrote it down.
    func isUnused(_ claim: ClaimedTurn, of box: BoxID, on instant: Timestamp) -> Bool {
        guard claim.entry.box == box, !knows(claim) else { return false }
        let age = instant.duration(since: claim.entry.at)
        return age > Self.underWay || age < .zero - Self.underWay
    }

    /// Whether the ledger has it: one box does one thing with a ticket at one moment.
    private func knows(_ claim: ClaimedTurn) -> Bool {
        happenings.contains { ($0.at, $0.box) == (claim.entry.at, claim.entry.box) }
    }
}
