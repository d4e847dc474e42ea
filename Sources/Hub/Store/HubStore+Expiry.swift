// Deletes claims that nobody needs any more.

import Ledger
import TicketSigning

extension HubStore {
    /// How many claims one transaction deletes: a claim at a gate waits for it.
    private static let part = 500

    /// Deletes the claims to movements at an event, some at a time.
    ///
    /// - Parameter event: An event that has been over for so long that each box has its scans.
    /// - Throws: ``HubError``; some of the claims may be deleted then.
    func deleteClaims(of event: EventID) async throws {
        var isDone = false
        while !isDone {
            isDone = try await database.write { session in
                try session.lock()
                let deleted = try session.rows(
                    """
                    DELETE FROM claim WHERE (box, number) IN (SELECT box, number FROM claim WHERE event = $1 LIMIT $2)
                    RETURNING number
                    """, [event.sql, .integer(Int64(Self.part))])
                return deleted.count < Self.part
            }
        }
    }
}

extension OrganiserDashboard {
    /// How many days after its end an event's claims are kept.
    private static let daysOfClaims: Int64 = 30
    private static let expiryInterval: Duration = .seconds(3600)

    /// Deletes expired claims once an hour.
    ///
    /// - Throws: ``HubError``, `LedgerError`.
    func expireClaims() async throws {
        let now = service.elapsed()
        if let lastExpiry, now - lastExpiry < Self.expiryInterval { return }
        lastExpiry = now
        try await deleteExpiredClaims()
    }

    /// Deletes the claims of events that have been over for 30 days: the ledger knows when events end.
    ///
    /// - Throws: ``HubError``, `LedgerError`.
    func deleteExpiredClaims() async throws {
        for event in try await ledger.events() {
            let end = [event.closes, event.closed].compactMap(\.self).min()
            guard let end, end < moment.before(days: Self.daysOfClaims) else { continue }
            try await service.store.deleteClaims(of: event.id)
        }
    }
}
