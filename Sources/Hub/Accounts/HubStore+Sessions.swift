// The sessions of the organiser's pages in the database, so that every hub on it knows them.

import Accounts
import HTTPSupport
import TicketSigning

/// The secret of a session, which the browser keeps; the database has its hash.
struct SessionSecret: Sendable {
    /// The secret as the browser's cookie has it.
    let text: String

    /// Creates a random secret of 256 bits.
    init() { text = RandomText.make(words: 4) }

    init(_ text: String) { self.text = text }

    /// The hash that the database stores.
    var hash: [UInt8] { SHA256.hash(Array("doorcheck/session/v1\0".utf8) + Array(text.utf8)) }
}

/// What a session is good for.
enum SessionOwner: Hashable, Sendable {
    /// An account, as it is now.
    case account(HubAccount)
    /// Somebody who has the token, under the name that was given with it.
    case token(name: String)
}

/// What proves that somebody may open a session; compared again in the transaction that opens it.
enum SessionProof: Hashable, Sendable {
    /// The hash that the password was checked against.
    case password(PasswordHash)
    /// The hash of the token.
    case token([UInt8])
}

extension HubStore {
    /// Opens a session, and deletes those that have expired.
    ///
    /// - Parameters:
    ///   - secret: The session's secret; only its hash is stored.
    ///   - name: The account's name, or the name given with the token.
    ///   - proof: What was checked.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: Whether it is open; not if the password or the token was changed since it was checked.
    /// - Throws: ``HubError/accountExists(_:)`` for a token with the name of an account, or another ``HubError``.
    func open(_ secret: SessionSecret, for name: AccountName, by proof: SessionProof, now: Int64) async throws -> Bool {
        try await database.write { session in
            try session.lock()
            try session.run("DELETE FROM session WHERE expires_ms <= $1", [.integer(now)])
            guard try session.holds(proof, for: name, now: now) else { return false }
            var token: [UInt8] = []
            if case .token(let hash) = proof { token = hash }
            try session.makeRoom(for: name)
            try session.run(
                "INSERT INTO session (hash, account, name, token, expires_ms) VALUES ($1, $2, $3, $4, $5)",
                [
                    .bytes(secret.hash), .text(name.key), .text(name.description), .bytes(token),
                    .integer(now + Int64(SessionLimits.length / .milliseconds(1))),
                ])
            return true
        }
    }

    /// Returns whose session a secret belongs to.
    ///
    /// - Parameters:
    ///   - secret: The secret, from anyone.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The owner; `nil` if there is no such session, it has expired, or its account or token is gone.
    /// - Throws: ``HubError``.
    func owner(of secret: SessionSecret, now: Int64) async throws -> SessionOwner? {
        try await database.read { session in
            guard
                let row = try session.row(
                    "SELECT account, name, token FROM session WHERE hash = $1 AND expires_ms > $2",
                    [.bytes(secret.hash), .integer(now)])
            else { return nil }
            let token = try row.bytes(2)
            guard token.isEmpty else {
                let isCurrent = try session.organiserHash().map { ConstantTime.equal($0, token) } ?? false
                return isCurrent ? .token(name: try row.text(1)) : nil
            }
            return try session.row(
                "SELECT \(HubAccount.columns) FROM account WHERE key = $1", [.text(row.text(0))]
            ).map { .account(try HubAccount($0)) }
        }
    }

    /// Ends a session, if there is one with this secret.
    ///
    /// - Throws: ``HubError``.
    func close(_ secret: SessionSecret) async throws {
        try await database.write { session in
            try session.run("DELETE FROM session WHERE hash = $1", [.bytes(secret.hash)])
        }
    }
}

extension SQLSession {
    /// Returns whether a proof still holds, and notes an account's log-in.
    fileprivate func holds(_ proof: SessionProof, for name: AccountName, now: Int64) throws -> Bool {
        switch proof {
        case .password(let hash):
            return try row(
                "UPDATE account SET seen_ms = $1 WHERE key = $2 AND password = $3 RETURNING key",
                [.integer(now), .text(name.key), .text(hash.text)]) != nil
        case .token(let hash):
            guard try row("SELECT key FROM account WHERE key = $1", [.text(name.key)]) == nil else {
                throw HubError.accountExists(name.description)
            }
            return try organiserHash().map { ConstantTime.equal($0, hash) } ?? false
        }
    }

    /// Ends the oldest sessions under a name, so that nobody fills the table.
    fileprivate func makeRoom(for name: AccountName) throws {
        try run(
            """
            DELETE FROM session WHERE hash IN (
                SELECT hash FROM session WHERE account = $1 ORDER BY expires_ms DESC LIMIT 1000000 OFFSET $2
            )
            """, [.text(name.key), .integer(Int64(SessionLimits.count - 1))])
    }
}
