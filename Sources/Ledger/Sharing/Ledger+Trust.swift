// Whose files are taken.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A key whose files are taken.
public struct TrustedKey: Hashable, Sendable {
    /// What people call whoever has it.
    public let name: String
    /// 32 bytes, Ed25519.
    public let key: [UInt8]
    /// The box whose files came with it; `nil` until one has.
    public let box: BoxID?
}

extension Ledger {
    /// Takes files that are signed with a key from now on; a name that was given another key before gets this one.
    ///
    /// - Parameters:
    ///   - key: 32 bytes, an Ed25519 public key.
    ///   - name: What people call whoever has the key.
    ///   - box: The box whose file came with it, if one has.
    /// - Throws: ``LedgerError``.
    public func trust(_ key: [UInt8], as name: String, box: BoxID? = nil) async throws {
        try await write { db in
            let arguments: StatementArguments = [name, Data(key)]
            try db.execute(sql: "DELETE FROM trusted_key WHERE name = ? OR key = ?", arguments: arguments)
            let sql = "INSERT INTO trusted_key (name, key, box) VALUES (?, ?, ?)"
            try db.execute(sql: sql, arguments: arguments + [box?.blob])
        }
    }

    /// The keys whose files are taken, by the names of their owners.
    ///
    /// - Returns: Possibly none.
    /// - Throws: ``LedgerError``.
    public func trustedKeys() async throws -> [TrustedKey] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM trusted_key ORDER BY name").map {
                TrustedKey(name: $0["name"], key: Array($0["key"] as Data), box: $0.optionalIdentifier("box"))
            }
        }
    }
}
