// The organiser's token.

import TicketSigning

extension HubStore {
    /// Replaces the token that opens the organiser's pages; the previous one becomes invalid.
    ///
    /// - Parameters:
    ///   - token: The new token; only its hash is stored.
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

    /// Removes the token that opens the organiser's pages; its sessions are no longer valid.
    ///
    /// - Throws: ``HubError``.
    func removeToken() async throws {
        try await database.write { try $0.run("DELETE FROM organiser") }
    }

    /// - Returns: The hash of the current token; `nil` if there is none.
    /// - Throws: ``HubError``.
    func organiserHash() async throws -> [UInt8]? {
        try await database.read { try $0.organiserHash() }
    }
}

extension SQLSession {
    /// Returns the hash of the current token; `nil` if there is none.
    func organiserHash() throws -> [UInt8]? {
        try row("SELECT hash FROM organiser")?.bytes(0)
    }
}

extension HubService {
    /// Creates a token that opens the organiser's pages; the previous one becomes invalid.
    ///
    /// - Returns: The token, of which only the hash is stored.
    /// - Throws: ``HubError``.
    public func makeToken() async throws -> OrganiserToken {
        let token = OrganiserToken()
        try await store.set(token, now: now())
        return token
    }

    /// Removes the token that opens the organiser's pages; its sessions end at every hub.
    ///
    /// - Throws: ``HubError``.
    public func removeToken() async throws { try await store.removeToken() }

    /// Returns whether there is a token that opens the organiser's pages.
    ///
    /// - Throws: ``HubError``.
    public func hasToken() async throws -> Bool { try await store.organiserHash() != nil }
}
