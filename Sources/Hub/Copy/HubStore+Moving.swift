// Moves a hub to another database.

extension HubStore {
    /// Whether the hub was moved to another database, or is being moved: a hub that still uses this one would grant
    /// claims that the other one grants as well. While it is, the number of the tables' version is negative.
    ///
    /// - Throws: ``HubError``.
    func isMoved() async throws -> Bool {
        try await database.read { try $0.tableVersion() < 0 }
    }

    /// Says that the hub was moved to another database. Each hub on this one notices with its next transaction.
    ///
    /// - Parameter isRepeated: Whether this may be said already.
    /// - Returns: Whether it was.
    /// - Throws: ``HubError/moved`` if it was said already and may not be; other ``HubError``.
    func leave(again isRepeated: Bool) async throws -> Bool {
        try await database.write { session in
            try session.waitForOthers()
            let wasMoved = try session.tableVersion() < 0
            guard isRepeated || !wasMoved else { throw HubError.moved }
            try session.run("UPDATE meta SET version = $1", [.integer(-HubSchema.version)])
            return wasMoved
        }
    }

    /// Lets hubs use this database again.
    ///
    /// - Throws: ``HubError``.
    func stay() async throws {
        try await database.write { try $0.run("UPDATE meta SET version = $1", [.integer(HubSchema.version)]) }
    }

    /// Moves the hub to another database. From the beginning on, this one takes nothing any more, unless moving fails.
    ///
    /// - Parameters:
    ///   - target: The other database.
    ///   - isRepeated: Whether the hub may have been moved before: then this database takes nothing afterwards in any
    ///     case.
    ///   - isReplacing: Whether boxes and records of the same hub that the other database holds may be lost.
    ///   - onLeave: Called once this one takes nothing any more.
    /// - Returns: What was moved.
    /// - Throws: ``HubError``, in which case nothing has changed.
    func move(
        to target: HubStore, again isRepeated: Bool, replacing isReplacing: Bool, onLeave: () -> Void = {}
    ) async throws -> HubContents {
        let wasMoved = try await leave(again: isRepeated)
        onLeave()
        do {
            return try await target.replaceContents(with: self, replacing: isReplacing, isBackup: false)
        } catch {
            // Otherwise no hub could use either. After an earlier move, one may use the other database by now.
            if !wasMoved { try? await stay() }
            throw error
        }
    }
}

extension SQLSession {
    /// The version of the tables; negative if the hub was moved.
    func tableVersion() throws -> Int64 { try row("SELECT version FROM meta")?.integer(0) ?? 0 }
}
