// Checks the integrity of the file.

import GRDB

extension Ledger {
    /// Checks the file for damage; reads all of it, about half a second per million tickets.
    ///
    /// - Throws: ``LedgerError/damaged(path:)``, or ``LedgerError/inputOutput(path:code:)`` if it cannot be read
    ///   completely.
    /// - SeeAlso: sqlite.org/pragma.html#pragma_quick_check
    public func quickCheck() async throws {
        let path = path
        try await read { db in
            let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? ""
            // SQLite also reports a page that could not be read, but a single disk error is no reason to restore a
            // backup.
            if finding.contains("unable to get the page") {
                throw LedgerError.inputOutput(path: path, code: 266)  // SQLITE_IOERR_READ
            }
            guard finding == "ok" else { throw LedgerError.damaged(path: path) }
        }
    }
}
