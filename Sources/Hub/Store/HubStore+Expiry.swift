// Deletes claims that nobody needs any more.

import Ledger
import TicketSigning

extension HubStore {
    /// How many claims one transaction deletes: a claim at a gate waits for it.
    private static let part = 500

    /// Deletes old claims to movements at an event, some at a time.
    ///
    /// - Parameters:
    ///   - event: An event.
    ///   - end: The time before which the claims were made, in milliseconds since 1970-01-01 00:00:00 UTC; so long ago
    ///     that each box has the scans.
    /// - Throws: ``HubError``; some of the claims may be deleted then.
    func deleteClaims(of event: EventID, before end: Int64) async throws {
        var isDone = false
        while !isDone {
            isDone = try await database.write { session in
                try session.lock()
                let deleted = try session.rows(
                    """
                    DELETE FROM claim WHERE (box, number) IN (
                        SELECT box, number FROM claim WHERE event = $1 AND at_ms < $2 LIMIT $3
                    ) RETURNING box, number
                    """, [event.sql, .integer(end), .integer(Int64(Self.part))]
                ).map { (box: try $0.identifier(0) as BoxID, number: try $0.integer(1)) }
                for (box, claims) in Dictionary(grouping: deleted, by: \.box) {
                    try session.forgetOpenClaims(claims.map(\.number), of: box)
                }
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

    /// Deletes claims that are 30 days old and whose event has been over for as long: the ledger knows when events end,
    /// but some tickets may be valid for longer.
    ///
    /// - Throws: ``HubError``, `LedgerError`.
    func deleteExpiredClaims() async throws {
        for event in try await ledger.events() {
            let end = [event.closes, event.closed].compactMap(\.self).min()
            let limit = moment.before(days: Self.daysOfClaims)
            guard let end, end < limit else { continue }
            try await service.store.deleteClaims(of: event.id, before: limit.milliseconds)
        }
    }
}
