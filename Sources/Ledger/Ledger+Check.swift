// Whether the file itself is sound.

import GRDB

extension Ledger {
    /// Looks through the file for damage; reads all of it, about half a second per million tickets.
    ///
    /// - Throws: ``LedgerError/damaged(path:)``; other ``LedgerError``.
    /// - SeeAlso: sqlite.org/pragma.html#pragma_quick_check
    public func quickCheck() async throws {
        let path = path
        try await read { db in
            guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else {
                throw LedgerError.damaged(path: path)
            }
        }
    }
}
