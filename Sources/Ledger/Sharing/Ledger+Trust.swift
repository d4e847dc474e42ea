// The keys whose files are accepted.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A key whose files are accepted.
public struct TrustedKey: Hashable, Sendable {
    /// The owner's name.
    public let name: String
    /// 32 bytes, Ed25519.
    public let key: [UInt8]
    /// The box whose files came with the key; `nil` until one has.
    public let box: BoxID?
}

extension Ledger {
    /// Accepts files signed with a key from now on. If the name had another key before, this one replaces it.
    ///
    /// - Parameters:
    ///   - key: 32 bytes, an Ed25519 public key.
    ///   - name: The name of the key's owner.
    ///   - box: The box whose file came with the key, if one has.
    /// - Throws: ``LedgerError``.
    public func trust(_ key: [UInt8], as name: String, box: BoxID? = nil) async throws {
        try await write { db in
            let arguments: StatementArguments = [name, Data(key)]
            try db.execute(sql: "DELETE FROM trusted_key WHERE name = ? OR key = ?", arguments: arguments)
            let sql = "INSERT INTO trusted_key (name, key, box) VALUES (?, ?, ?)"
            try db.execute(sql: sql, arguments: arguments + [box?.blob])
        }
    }

    /// Returns the keys whose files are accepted, ordered by owner.
    ///
    /// - Returns: The keys; may be empty.
    /// - Throws: ``LedgerError``.
    public func trustedKeys() async throws -> [TrustedKey] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM trusted_key ORDER BY name").map {
                TrustedKey(name: $0["name"], key: Array($0["key"] as Data), box: $0.optionalIdentifier("box"))
            }
        }
    }
}
