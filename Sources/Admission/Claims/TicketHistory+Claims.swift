// Extends a ticket's history with what other boxes claimed.

import Ledger
import TicketSigning

extension TicketHistory {
    /// How long a claim of this box may take to reach the ledger through another camera.
    private static let underWay: Duration = .seconds(10)

    /// Returns the history with what other boxes did added.
    ///
    /// - Parameters:
    ///   - claims: All valid claims for the ticket at the zone behind the gate, in order.
    ///   - box: This box, if it has all that it shared before; `nil` otherwise.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: A history that includes the claims missing from the ledger.
    func adding(_ claims: [Claim], at box: BoxID?, on instant: Timestamp) -> TicketHistory {
        let news = unrecorded(in: claims, at: box, on: instant)
        guard !news.isEmpty else { return self }
        var (movements, people) = (movements, 0)
        for claim in news {
            // What happened later, and is recorded here, stays behind it: an exit takes out only who was inside.
            let later = claims.filter { $0.sequenceNumber > claim.sequenceNumber && knows($0) }
            let next = movements.firstIndex { movement in
                movement.zone == door.zone.name && later.contains { movement.entry.isOf($0) }
            }
            let change = movements.take(
                claim, at: door.zone.name, before: next ?? movements.endIndex, hasRoles: hasRoles)
            // The ledger's count of people inside already includes recorded movements.
            if !isRecorded(claim) { people += change }
        }
        return TicketHistory(
            listed: listed,
            granted: granted,
            root: root,
            event: event,
            newestEpoch: newestEpoch,
            tier: tier,
            door: GateState(
                event: door.event, gate: door.gate, zone: door.zone, inside: door.inside.map { $0 + people },
                share: door.share),
            movements: movements,
            zoneLog: zoneLog + news.filter { !isRecorded($0) }.map(\.entry),
            zoneLogOfSiblings: zoneLogOfSiblings,
            hasRoles: hasRoles,
            latestLogicalTime: latestLogicalTime,
            clockOffset: clockOffset
        )
    }

    /// What other boxes did that this ledger has no record of yet.
    func unrecorded(in claims: [Claim], at box: BoxID?, on instant: Timestamp) -> [Claim] {
        claims.filter { !knows($0) && !isUnused($0, of: box, on: instant) }
    }

    /// Whether a claim is this box's own and was never used: the box lost power before it recorded the movement.
    func isUnused(_ claim: Claim, of box: BoxID?, on instant: Timestamp) -> Bool {
        guard claim.entry.box == box, !isRecorded(claim) else { return false }
        let age = instant.duration(since: claim.entry.at)
        return age > Self.underWay || age < .zero - Self.underWay
    }

    /// Whether the ledger has recorded it.
    private func isRecorded(_ claim: Claim) -> Bool { zoneLog.contains(claim) }

    /// Whether it is already part of what this ticket is judged by.
    private func knows(_ claim: Claim) -> Bool { isRecorded(claim) && !zoneLogOfSiblings.contains(claim) }
}

extension [Movement] {
    /// Adds a claimed movement before another one. Where boxes have roles, a claim takes back only a movement of its
    /// own box.
    ///
    /// - Returns: The change in the number of people in the zone.
    fileprivate mutating func take(_ claim: Claim, at zone: ZoneName, before next: Int, hasRoles: Bool) -> Int {
        let kind: Movement.Kind
        switch claim.kind {
        case .entry: kind = .entry
        case .exit: kind = .exit
        case .void:
            let undone = self[..<next].lastIndex {
                $0.zone == zone && (!hasRoles || $0.entry.box == claim.entry.box)
            }
            return undone.map { -remove(at: $0).people } ?? 0
        }
        let movement = Movement(kind: kind, entry: claim.entry, zone: zone)
        insert(movement, at: next)
        return movement.people
    }
}

extension [Entry] {
    /// Whether one of the movements is the claimed one.
    fileprivate func contains(_ claim: Claim) -> Bool { contains { $0.isOf(claim) } }
}

extension Entry {
    /// Whether this is the claimed movement: a box does one thing with a ticket at one instant.
    fileprivate func isOf(_ claim: Claim) -> Bool { (at, box) == (claim.entry.at, claim.entry.box) }
}
