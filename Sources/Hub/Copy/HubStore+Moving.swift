// Moves a hub to another database.

extension HubStore {
    /// Whether the hub was moved to another database, or is being moved: a hub that still uses this one would grant
    /// claims that the other one grants as well. While it is, the number of the tables' version is negative.
    ///
    /// - Throws: ``HubError``.
    func isMoved() async throws -> Bool {
        try await database.read { try $0.row("SELECT version FROM meta")?.integer(0) ?? 0 } < 0
    }

    /// Changes whether the hub was moved to another database. Each hub on this one notices with its next transaction.
    ///
    /// - Parameter isMoved: See ``isMoved()``.
    /// - Throws: ``HubError``.
    func set(moved isMoved: Bool) async throws {
        let version = isMoved ? -HubSchema.version : HubSchema.version
        try await database.write { try $0.run("UPDATE meta SET version = $1", [.integer(version)]) }
    }

    /// Moves the hub to another database. From the beginning on, this one takes nothing any more, unless moving fails.
    ///
    /// - Parameters:
    ///   - target: The other database.
    ///   - isReplacing: Whether boxes and records that the other database holds may be lost.
    /// - Returns: What was moved.
    /// - Throws: ``HubError``, in which case nothing has changed.
    func move(to target: HubStore, replacing isReplacing: Bool) async throws -> HubContents {
        try await set(moved: true)
        do {
            return try await target.replaceContents(with: self, replacing: isReplacing, isBackup: false)
        } catch {
            // Otherwise no hub could use either; if this fails as well, `--cancel` does it.
            try? await set(moved: false)
            throw error
        }
    }
}
