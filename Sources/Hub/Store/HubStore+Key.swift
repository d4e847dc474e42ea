// The public half of the hub's key.

import FoundationEssentials
import HubProtocol
import Ledger
public import Sync
import TicketSigning

extension HubSchema {
    /// The public key that the answers of all hubs with this database are verified with; at most one row.
    static func hubKey(_ dialect: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE IF NOT EXISTS hub_key (
                one        \(dialect.integer) PRIMARY KEY CHECK (one = 1),
                public_key \(dialect.bytes) NOT NULL
            ) \(dialect.tableEnd)
            """,
            // The root of the organiser whose ledger this is; at most one row.
            """
            CREATE TABLE IF NOT EXISTS root (
                one        \(dialect.integer) PRIMARY KEY CHECK (one = 1),
                public_key \(dialect.bytes) NOT NULL
            ) \(dialect.tableEnd)
            """,
        ]
    }
}

extension HubStore {
    /// Returns the key that boxes know; `nil` for a database that no hub has used.
    ///
    /// - Throws: ``HubError``.
    func publicKey() async throws -> BoxPublicKey? {
        try await database.read { session in
            try session.row("SELECT public_key FROM hub_key").flatMap { BoxPublicKey(bytes: try $0.bytes(0)) }
        }
    }

    /// Stores the root of the organiser whose ledger syncs within the hub: from then on the hub knows whose memberships
    /// and keys to keep.
    ///
    /// - Parameter root: The organiser's root key.
    /// - Throws: ``HubError``.
    func set(root: Root) async throws {
        try await database.write { session in
            try session.run("DELETE FROM root")
            try session.run("INSERT INTO root (one, public_key) VALUES (1, $1)", [.bytes(root.bytes)])
        }
    }

    /// Stores the key that boxes will know, unless the database has one.
    ///
    /// - Parameters:
    ///   - key: The public half of a key in a file.
    ///   - isReplacing: Whether to replace another key; every box then has to join again.
    /// - Throws: ``HubError``.
    func set(_ key: BoxPublicKey, replacing isReplacing: Bool) async throws {
        try await database.write { session in
            if isReplacing { try session.run("DELETE FROM hub_key") }
            try session.run(
                "INSERT INTO hub_key (one, public_key) VALUES (1, $1) ON CONFLICT DO NOTHING", [.bytes(key.bytes)])
        }
    }
}

extension HubService {
    /// Returns the public half of the hub's key, which boxes know from their joining code; `nil` for a database that
    /// no hub has used.
    ///
    /// - Throws: ``HubError``.
    public func publicKey() async throws -> BoxPublicKey? {
        try await store.publicKey()
    }

    /// Stores the public half of the hub's key, unless the database has one.
    ///
    /// - Parameters:
    ///   - key: The public half of the key on this machine.
    ///   - isReplacing: Whether to replace another key; every box then has to join again.
    /// - Throws: ``HubError``.
    public func set(_ key: BoxPublicKey, replacing isReplacing: Bool = false) async throws {
        try await store.set(key, replacing: isReplacing)
    }
}

extension SQLSession {
    /// Returns the root of the organiser whose ledger syncs within the hub; `nil` for none.
    func organiserRoot() throws -> Root? {
        try row("SELECT public_key FROM root").map { Root(try $0.bytes(0)) }
    }

    /// Returns the memberships of boxes under the roots that this hub knows: its organiser's, or else those whose
    /// invitations it has handed out. Whatever others have signed is not read, however much there is.
    func memberships(of boxes: [BoxID]) throws -> [(membership: Membership, line: [UInt8])] {
        let roots = try organiserRoot().map { [$0] } ?? invitingRoots()
        let ids = roots.flatMap { root in boxes.flatMap { Membership.versionedIDs(of: $0, under: root) } }
        return try ids.chunks(of: 250).flatMap { part in
            let places = part.indices.map { "$\($0 - part.startIndex + 1)" }.joined(separator: ", ")
            let sql = "SELECT body FROM record WHERE kind = 'membership' AND seq = 0 AND id IN (\(places))"
            return try rows(sql, part.map(\.sql)).compactMap { row -> (membership: Membership, line: [UInt8])? in
                let line = try row.bytes(0)
                guard case .membership(let one)? = try? SignedRecord(line: Data(line)).record else { return nil }
                return (one, line)
            }
        }
    }

    /// Returns the roots of the invitations that boxes have used here, without an organiser's ledger.
    private func invitingRoots() throws -> [Root] {
        let texts = try rows("SELECT DISTINCT membership FROM box WHERE membership <> ''", []).map { try $0.text(0) }
        return Set(
            texts.compactMap { try? JSONDecoder().decode(KeptMembership.self, from: Data($0.utf8)).terms.root }
        ).sorted { $0.base64url < $1.base64url }
    }
}
