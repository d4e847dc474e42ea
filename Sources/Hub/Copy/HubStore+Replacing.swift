// Makes the hub's database like another one.

import HubProtocol

extension HubStore {
    /// Replaces all that the database holds by what another one holds, in one transaction: if it fails, the database is
    /// as before. Hubs that use it wait meanwhile; then a new epoch begins, and boxes send again what it lacks.
    ///
    /// - Parameters:
    ///   - source: The other database. If it is an SQLite file, it takes no changes meanwhile.
    ///   - isReplacing: Whether boxes and records of the same hub that the database holds may be lost. Names that were
    ///     purged from it do not come back.
    ///   - isBackup: Whether the other database is one of the past, without joining codes and sessions; otherwise it is
    ///     one from which the hub is being moved.
    /// - Returns: What it holds now.
    /// - Throws: ``HubError``.
    func replaceContents(
        with source: HubStore,
        replacing isReplacing: Bool,
        isBackup: Bool
    ) async throws -> HubContents {
        let tables = HubTable.all(database.dialect)
        let pausing = database.dialect.pausing
        let contents = try await database.write { session in
            // The other database may be slow.
            if let pausing { try session.run(pausing) }
            try session.waitForOthers()
            let isUsed = try session.holdsRecordsOrBoxes()
            guard isReplacing || !isUsed else { throw HubError.notEmpty }
            let purges = try session.rows("SELECT event, at_ms FROM purge", [])
            let changes = try session.row("SELECT boxes FROM meta")?.integer(0) ?? 0
            let key = try isUsed ? session.hubKey() : nil
            for table in tables { try session.run("DELETE FROM \(table.name)") }
            try source.database.readAtOnce { source in
                guard try key == nil || key == source.hubKey() else { throw HubError.otherHub }
                for table in tables {
                    try table.copy(from: source, to: session, without: purges.map { $0.values[0] })
                }
            }
            if isBackup {
                // Joining codes may have been used since, and sessions ended.
                for table in ["invitation", "session"] { try session.run("DELETE FROM \(table)") }
            } else {
                try source.database.readAtOnce { source in
                    guard try source.tableVersion() < 0 else { throw HubError.moveCancelled }
                }
            }
            try session.run(
                "UPDATE meta SET version = $1, boxes = boxes + $2 + 1",
                [.integer(HubSchema.version), .integer(changes)])
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

    /// The public half of the hub's key; `nil` for a database that no hub has used.
    fileprivate func hubKey() throws -> [UInt8]? { try row("SELECT public_key FROM hub_key")?.bytes(0) }
}
