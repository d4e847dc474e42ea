// The hub's latest answers about tickets, kept so that staff see them too.

import Ledger
import Synchronization
import TicketSigning

/// The claims of the most recently requested tickets, until the ledger learns of them; kept in memory only.
final class RecentClaims: Sendable {
    private struct Line: Hashable {
        let ticket: TicketID
        let zone: ZoneName
    }

    private struct State {
        var claims: [Line: [Claim]] = [:]
        /// The keys, least recently updated first.
        var order: [Line] = []
    }

    /// The number of tickets kept: more than staff look into while the hub's records are on their way.
    private static let capacity = 256

    private let state = Mutex(State())

    /// - Parameters:
    ///   - claims: All valid claims, by the hub's latest answer.
    ///   - ticket: The first ticket of its series of replacements.
    ///   - zone: The zone behind the gate.
    func note(_ claims: [Claim], of ticket: TicketID, at zone: ZoneName) {
        let line = Line(ticket: ticket, zone: zone)
        state.withLock { state in
            if state.claims.removeValue(forKey: line) != nil { state.order.removeAll { $0 == line } }
            guard !claims.isEmpty else { return }
            state.claims[line] = claims
            state.order.append(line)
            if state.order.count > Self.capacity { state.claims[state.order.removeFirst()] = nil }
        }
    }

    /// - Returns: The claims noted last; may be empty.
    func claims(of ticket: TicketID, at zone: ZoneName) -> [Claim] {
        state.withLock { $0.claims[Line(ticket: ticket, zone: zone)] ?? [] }
    }
}
