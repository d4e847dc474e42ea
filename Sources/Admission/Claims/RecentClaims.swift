// What the hub said of tickets when this box last asked, so that staff see it too.

import Ledger
import Synchronization
import TicketSigning

/// The turns of the tickets that were asked about last, until the ledger hears of them; forgotten with the program.
final class RecentClaims: Sendable {
    private struct Line: Hashable {
        let ticket: TicketID
        let zone: ZoneName
    }

    private struct State {
        var turns: [Line: [ClaimedMovement]] = [:]
        /// The line heard of last at the end.
        var order: [Line] = []
    }

    /// More tickets than staff look into while the hub's records are on their way.
    private static let capacity = 256

    private let state = Mutex(State())

    /// - Parameters:
    ///   - turns: All that stand, by the hub's last answer.
    ///   - ticket: The first of those that were issued in place of one another.
    ///   - zone: Behind the door.
    func note(_ turns: [ClaimedMovement], of ticket: TicketID, at zone: ZoneName) {
        let line = Line(ticket: ticket, zone: zone)
        state.withLock { state in
            if state.turns.removeValue(forKey: line) != nil { state.order.removeAll { $0 == line } }
            guard !turns.isEmpty else { return }
            state.turns[line] = turns
            state.order.append(line)
            if state.order.count > Self.capacity { state.turns[state.order.removeFirst()] = nil }
        }
    }

    /// - Returns: What was noted last; possibly nothing.
    func turns(of ticket: TicketID, at zone: ZoneName) -> [ClaimedMovement] {
        state.withLock { $0.turns[Line(ticket: ticket, zone: zone)] ?? [] }
    }
}
