// Backups of a hub, and its way to another database.

import Glibc
public import Sync
import TicketSigning

extension HubService {
    /// Writes a copy of the hub's database, which ``restore(from:workingIn:knownAs:replacing:)`` reads, while boxes are
    /// served.
    ///
    /// - Parameter path: A file that does not exist; only this user can read it.
    /// - Returns: What it holds: all that was stored before the call.
    /// - Throws: ``HubError``.
    public func backUp(to path: String) async throws -> HubContents { try await store.backUp(to: path) }

    /// Makes the hub's database like a backup, in one transaction.
    ///
    /// - Parameters:
    ///   - path: A file that ``backUp(to:)`` of this or an older version wrote, from a database of either kind.
    ///   - folder: A folder to copy it into meanwhile; the copy is gone even if the process is killed.
    ///   - key: The hub's key on this machine, which has to be the backup's; `nil` for none yet.
    ///   - isReplacing: Whether boxes and records of the same hub that the database holds may be lost.
    /// - Returns: What the database holds now.
    /// - Throws: ``HubError``, in which case the database is as before.
    public func restore(
        from path: String,
        workingIn folder: String,
        knownAs key: BoxPublicKey? = nil,
        replacing isReplacing: Bool
    ) async throws -> HubContents {
        let backup = try await Self.open(backup: path, workingIn: folder)
        if let key, let known = try await backup.publicKey(), known != key {
            throw HubError.noBackup(path: path, reason: "it is of a hub with another key than hub.secret")
        }
        return try await store.replaceContents(with: backup, replacing: isReplacing, isBackup: true)
    }

    /// Opens a copy of a backup: opening upgrades the tables, and the backup may be on a disk that cannot be written.
    private static func open(backup path: String, workingIn folder: String) async throws -> HubStore {
        let temporary = "\(folder)/hub-restore-\(UInt64.random(in: 0 ... .max))"
        let file: PartialFile
        do { file = try PartialFile(for: temporary) } catch { throw error.told(of: folder) }
        try SQLiteHubDatabase.copy(path, to: file.partial)
        let copy = try SQLiteHubDatabase(path: file.partial, isCopy: true)
        unlink(file.partial)
        guard try await copy.isSound() else { throw HubError.noBackup(path: path, reason: "it is damaged") }
        do { return try await HubStore(copy, maybeMoved: true) } catch HubError.otherVersion {
            throw HubError.noBackup(path: path, reason: "it is of a newer version of doorcheck")
        }
    }

    /// Moves the hub to another database. Boxes keep their place, and claims stay valid.
    ///
    /// - Parameters:
    ///   - source: The database that the hub uses, of either kind; no hub takes anything for it from now on.
    ///   - target: The database that the hub will use.
    ///   - isRepeated: Whether to move a hub of which this is said already, after an interruption.
    ///   - isReplacing: Whether boxes and records of the same hub that the target holds may be lost.
    ///   - onLeave: Called once no hub takes anything any more.
    /// - Returns: What was moved.
    /// - Throws: ``HubError``, in which case the hub uses the same database as before.
    public static func move(
        from source: String,
        to target: String,
        again isRepeated: Bool,
        replacing isReplacing: Bool,
        onLeave: () -> Void = {}
    ) async throws -> HubContents {
        let source = try await open(source, maybeMoved: isRepeated)
        let target = try await open(target, maybeMoved: true)
        return try await source.move(to: target, again: isRepeated, replacing: isReplacing, onLeave: onLeave)
    }

    /// Lets hubs use a database again that was to be moved.
    ///
    /// - Parameter place: The database.
    /// - Returns: Whether it had been said that it was moved.
    /// - Throws: ``HubError``.
    public static func stay(at place: String) async throws -> Bool {
        let store = try await open(place, maybeMoved: true)
        let wasMoved = try await store.isMoved()
        if wasMoved { try await store.stay() }
        return wasMoved
    }

    private static func open(_ place: String, maybeMoved isMoved: Bool) async throws -> HubStore {
        do {
            return try await HubStore(database(at: place), maybeMoved: isMoved)
        } catch HubError.connectionLost(let place, let reason) {
            // The first connection failed, and no request will follow.
            throw HubError.cannotOpen(place: place, reason: reason)
        }
    }

    /// - Parameter place: A file name for SQLite, or `postgresql://…` for a server.
    /// - Returns: The database; a server is not asked yet.
    /// - Throws: ``HubError``.
    static func database(at place: String) throws -> any HubDatabase {
        place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
            ? PostgresHubDatabase(place: place) : try SQLiteHubDatabase(path: place)
    }
}
