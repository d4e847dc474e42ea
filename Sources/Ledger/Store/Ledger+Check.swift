// Whether the file itself is sound.

import GRDB

extension Ledger {
    /// Looks through the file for damage; reads all of it, about half a second per million tickets.
    ///
    /// - Throws: ``LedgerError/damaged(path:)``, or ``LedgerError/inputOutput(path:code:)`` if it cannot be read whole.
    /// - SeeAlso: sqlite.org/pragma.html#pragma_quick_check
    public func quickCheck() async throws {
        let path = path
        try await read { db in
            let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? ""
            // A page that could not be read is a finding too, and a disk that fails once is no reason for a backup.
            if finding.contains("unable to get the page") {
                throw LedgerError.inputOutput(path: path, code: 266)  // SQLITE_IOERR_READ
            }
            guard finding == "ok" else { throw LedgerError.damaged(path: path) }
        }
    }
}
