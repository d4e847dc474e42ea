// Makes the hub's database like another one.

import HubProtocol

extension HubStore {
    /// Replaces all that the database holds by what another one holds, in one transaction: if it fails, the database is
    /// as before. Hubs that use it wait meanwhile; then a new epoch begins, and boxes send again what it lacks.
    ///
    /// - Parameters:
    ///   - source: The other database. If it is an SQLite file, it takes no changes meanwhile.
    ///   - isReplacing: Whether boxes and records that the database holds may be lost. Names that were purged from it
    ///     do not come back.
    ///   - isBackup: Whether the other database is one of the past; then joining codes and sessions are left out.
    /// - Returns: What it holds now.
    /// - Throws: ``HubError``.
    func replaceContents(
        with source: HubStore,
        replacing isReplacing: Bool,
        isBackup: Bool
    ) async throws -> HubContents {
        let tables = HubTable.all(database.dialect)
        let contents = try await database.write { session in
            try session.waitForOthers()
            guard try isReplacing || !session.holdsRecordsOrBoxes() else { throw HubError.notEmpty }
            let purges = try session.rows("SELECT event, at_ms FROM purge", [])
            let changes = try session.row("SELECT boxes FROM meta")?.integer(0) ?? 0
            for table in tables { try session.run("DELETE FROM \(table.name)") }
            try source.database.readAtOnce { source in
                for table in tables { try table.copy(from: source, to: session) }
            }
            try session.run(
                "UPDATE meta SET version = $1, boxes = boxes + $2 + 1",
                [.integer(HubSchema.version), .integer(changes)])
            // Joining codes may have been used since, and sessions ended.
            for table in isBackup ? ["invitation", "session"] : [] { try session.run("DELETE FROM \(table)") }
            for purge in purges { try session.purge(purge.values[0], now: try purge.integer(1)) }
            try session.startEpoch()
            for table in tables { try session.run("ANALYZE \(table.name)") }
            return try HubContents(session)
        }
        boxCache.forget()
        return contents
    }
}

extension SQLSession {
    fileprivate func holdsRecordsOrBoxes() throws -> Bool {
        try row("SELECT 1 FROM record UNION ALL SELECT 1 FROM box LIMIT 1") != nil
    }
}
