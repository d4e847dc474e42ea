// What the organiser sees and does about quotas.

import TicketSigning

extension HubStore {
    /// How many revisions one transaction compares with a box's claims.
    private static let revisionsPerRead: Int64 = 2000

    /// Finds the claims of a box that its scans have used; they no longer count towards its quota.
    ///
    /// - Parameter box: The box.
    /// - Returns: The number of claims that were used.
    /// - Throws: ``HubError``.
    func settleClaims(of box: BoxID) async throws -> Int {
        var (count, end, isComplete) = (0, Int64(0), false)
        while !isComplete {
            let start = end
            let found = try await database.read {
                try $0.usedClaims(of: box, after: start, revisions: Self.revisionsPerRead)
            }
            try await database.write { session in
                try session.lock()
                try session.settleClaims(found.numbers, of: box, upTo: found.end)
            }
            count += found.numbers.count
            (end, isComplete) = (found.end, found.isComplete)
        }
        return count
    }

    /// Returns the boxes that reached a limit within the last day, each with the last one.
    ///
    /// - Parameter now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The refusals, with the boxes' names in their sentences.
    /// - Throws: ``HubError``.
    func quotaRefusals(now: Int64) async throws -> [BoxID: QuotaRefusal] {
        let rows = try await database.read { session in
            try session.rows(
                """
                SELECT box.id, box.name, quota.refused, quota.refused_ms FROM quota JOIN box ON box.id = quota.box
                WHERE quota.refused_ms > $1
                """,
                [.integer(now - BoxQuota.day)])
        }
        return try Dictionary(
            rows.map { row in
                guard let limit = QuotaLimit(rawValue: try row.text(2)) else { throw HubError.damaged(column: 2) }
                let sentence = limit.sentence(about: try row.text(1), most: quota.most(of: limit))
                return (try row.identifier(0), QuotaRefusal(limit: limit, at: try row.integer(3), sentence: sentence))
            },
            uniquingKeysWith: { $1 })
    }

    /// Lets a box store and claim as much again as if it had just joined.
    ///
    /// - Parameter box: The box.
    /// - Throws: ``HubError``.
    func resetQuota(of box: BoxID) async throws {
        try await database.write { session in
            try session.lock()
            try session.run("DELETE FROM quota WHERE box = $1", [box.sql])
            try session.run("DELETE FROM open_claim WHERE box = $1", [box.sql])
        }
    }
}
