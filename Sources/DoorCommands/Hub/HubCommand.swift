// `doorcheck hub`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Hub
import Ledger
import Sync

struct HubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hub",
        abstract: "Run or join a hub, through which boxes share tickets and scans.",
        subcommands: [
            HubServe.self, HubEnroll.self, HubBoxes.self, HubAllow.self, HubRevoke.self, HubRekey.self, HubToken.self,
            HubAccountCommand.self, HubAlert.self, HubJoin.self, HubSync.self, HubClockCommand.self, HubBackup.self,
            HubRestore.self, HubMigrate.self,
        ]
    )
}

extension Configuration {
    /// Returns the key with which the hub signs its answers; a hub that is new gets one.
    ///
    /// - Parameter service: The open database.
    /// - Returns: The key in this machine's key folder, which belongs to the database.
    /// - Throws: ``CommandError`` if the database belongs to another key; `HubError`, `KeyFileError`, `SyncFileError`.
    func hubKey(of service: HubService) async throws -> BoxKey {
        let folder = KeyFolder(path: keysFolder)
        let known = try await service.publicKey()
        let isThere = access(folder.hubKeyPath, F_OK) == 0
        if known == nil || isThere {
            let key = try folder.hubKey()
            if known == nil { try await service.set(key.publicKey) }
            if try await service.publicKey() == key.publicKey { return key }
        }
        let fault = isThere ? "is not" : "is missing,"
        throw CommandError(
            .noInput,
            "\(folder.hubKeyPath) \(fault) the key that the hub's boxes know; copy this file from the hub's other "
                + "machine or from the backup, or create a new key with `doorcheck hub rekey` and let each box join "
                + "again."
        )
    }

    /// Makes sure that this user may use the file of the hub's database, if it is one.
    ///
    /// - Parameter isCreated: Whether the file may be missing.
    /// - Throws: ``CommandError``.
    func requireHubDatabase(creatingFile isCreated: Bool = false) throws {
        guard !hubDatabase.contains("://") else { return }
        try Ownership.check(hubDatabase)
        guard !isCreated, access(hubDatabase, F_OK) != 0, errno == ENOENT else { return }
        throw CommandError(
            .noInput,
            "There is no hub database at \(hubDatabase); `doorcheck hub serve` creates it on the hub's machine.")
    }

    /// Opens the hub's database on this machine.
    ///
    /// - Parameter isCreated: Whether to create a missing file.
    /// - Returns: The open database.
    /// - Throws: `HubError`; ``CommandError`` for a missing file that is not to be created.
    func hubService(creatingFile isCreated: Bool = false) async throws -> HubService {
        do {
            try requireHubDatabase(creatingFile: isCreated)
            return try await HubService(at: hubDatabase, now: { WallClock.now.milliseconds })
        } catch HubError.connectionLost(let place, let reason) {
            // The first connection failed, and no request will follow.
            throw HubError.cannotOpen(place: place, reason: reason)
        }
    }
}
