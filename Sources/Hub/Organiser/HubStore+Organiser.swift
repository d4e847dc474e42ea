// Who may use the organiser's pages, and what they show of boxes.

import TicketSigning

extension HubStore {
    /// Makes a token the one that opens the pages; the one before opens them no longer.
    ///
    /// - Parameters:
    ///   - token: Only its hash is stored.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Throws: ``HubError``.
    func set(_ token: OrganiserToken, now: Int64) async throws {
        try await database.write { session in
            try session.run(
                """
                INSERT INTO organiser (one, hash, made_ms) VALUES (1, $1, $2)
                ON CONFLICT (one) DO UPDATE SET hash = excluded.hash, made_ms = excluded.made_ms
                """,
                [.bytes(token.hash), .integer(now)]
            )
        }
    }

    /// - Returns: The hash of the token that opens the pages; `nil` before one was made.
    /// - Throws: ``HubError``.
    func organiserHash() async throws -> [UInt8]? {
        try await database.read { try $0.row("SELECT hash FROM organiser")?.bytes(0) }
    }

    /// - Returns: The boxes of which the hub has two stories under one number.
    /// - Throws: ``HubError``.
    func alarmedBoxes() async throws -> Set<BoxID> {
        try await database.read { session in
            Set(
                try session.rows("SELECT DISTINCT box FROM quarantine WHERE alarm = 1", []).map { try $0.identifier(0) }
            )
        }
    }
}
