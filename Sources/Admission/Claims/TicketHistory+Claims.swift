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
    func learning(_ claims: [ClaimedMovement], at box: BoxID, on instant: Timestamp) -> TicketHistory {
        let news = news(in: claims, at: box, on: instant)
        guard !news.isEmpty else { return self }
        var (movements, people) = (movements, 0)
        for claim in news {
            let change = movements.take(claim, at: door.zone.name)
            // What is written down is among those inside already.
            if !isWritten(claim) { people += change }
        }
        return TicketHistory(
            listed: listed,
            root: root,
            event: event,
            newestEpoch: newestEpoch,
            tier: tier,
            door: GateState(
                event: door.event, gate: door.gate, zone: door.zone, inside: door.inside.map { $0 + people }),
            movements: movements,
            happenings: happenings + news.filter { !isWritten($0) }.map(\.entry),
            beside: beside
        )
    }

    /// What other boxes did that the ledger has not heard of.
    func news(in claims: [ClaimedMovement], at box: BoxID, on instant: Timestamp) -> [ClaimedMovement] {
        claims.filter { !knows($0) && !isUnused($0, of: box, on: instant) }
    }

    /// Whether a claim is this box's own and came to nothing: the box lost its power before it wrote it down.
    func isUnused(_ claim: ClaimedMovement, of box: BoxID, on instant: Timestamp) -> Bool {
        guard claim.entry.box == box, !isWritten(claim) else { return false }
        let age = instant.duration(since: claim.entry.at)
        return age > Self.underWay || age < .zero - Self.underWay
    }

    /// Whether the ledger has it.
    private func isWritten(_ claim: ClaimedMovement) -> Bool { happenings.contains(claim) }

    /// Whether it is among what this ticket is judged by.
    private func knows(_ claim: ClaimedMovement) -> Bool { isWritten(claim) && !beside.contains(claim) }
}

extension [Movement] {
    /// Adds what was claimed.
    ///
    /// - Returns: How many people more are in the zone.
    fileprivate mutating func take(_ claim: ClaimedMovement, at zone: ZoneName) -> Int {
        switch claim.kind {
        case .entry: append(Movement(kind: .entry, entry: claim.entry, zone: zone))
        case .exit: append(Movement(kind: .exit, entry: claim.entry, zone: zone))
        case .void: return lastIndex { $0.zone == zone }.map { -remove(at: $0).people } ?? 0
        }
        return last?.people ?? 0
    }
}

extension [Entry] {
    /// Whether one of them is what was claimed: one box does one thing with a ticket at one moment.
    fileprivate func contains(_ claim: ClaimedMovement) -> Bool {
        contains { ($0.at, $0.box) == (claim.entry.at, claim.entry.box) }
    }
}
