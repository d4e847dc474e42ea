// Boxes as an event's page shows them.

package import Attendance
import HubProtocol
package import Ledger
import TicketSigning

extension HubService {
    /// Returns what pages show of all boxes.
    ///
    /// - Parameter ledger: The hub's own ledger, open for reading.
    /// - Returns: The boxes, by name.
    /// - Throws: ``HubError``, `LedgerError`.
    package func boxStates(knowing ledger: Ledger) async throws -> [LiveState.BoxState] {
        try await states(of: boxes(), knowing: ledger, version: "").map(\.state)
    }

    /// Returns what pages show of boxes, and who may see it.
    ///
    /// - Parameters:
    ///   - boxes: The boxes.
    ///   - ledger: The hub's own ledger, open for reading.
    ///   - program: The version of the hub's program; empty if not known.
    /// - Returns: The states, in the order of the boxes.
    /// - Throws: ``HubError``, `LedgerError`.
    func states(
        of boxes: [EnrolledBox], knowing ledger: Ledger, version program: String
    ) async throws -> [(state: LiveState.BoxState, scope: EventScope)] {
        let own = try await ledger.ownBox().id
        let held = try await store.logState().ends
        let branches = Dictionary(
            try await ledger.branchedLogs().map { ($0.box, "\($0)") }, uniquingKeysWith: { first, _ in first })
        let refusals = try await quotaRefusals()
        return boxes.map { box in
            let here = held[LogID(kind: .scan, box: box.id)]?.map(\.seq).max() ?? 0
            let state = LiveState.BoxState(
                id: box.id.description,
                name: box.name,
                state: box.revoked != nil ? "revoked" : box.id == own ? "hub" : "enrolled",
                contact: box.id == own ? nil : box.contact,
                skew: box.skew,
                waiting: box.id == own ? 0 : max(0, box.scans - here),
                branches: branches[box.id],
                quota: box.revoked == nil ? refusals[box.id]?.sentence : nil,
                gate: box.report.gate,
                version: box.id == own && !program.isEmpty ? program : box.report.version
            )
            return (state, EventScope(events: box.events))
        }
    }
}
