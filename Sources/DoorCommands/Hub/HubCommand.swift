// `doorcheck hub`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Hub
import Ledger

struct HubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hub",
        abstract: "Run or join a hub, through which boxes share tickets and scans.",
        subcommands: [
            HubServe.self, HubEnroll.self, HubBoxes.self, HubAllow.self, HubRevoke.self, HubToken.self, HubJoin.self,
            HubSync.self,
        ]
    )
}

extension Configuration {
    /// Opens the hub's database on this machine.
    ///
    /// - Parameter isCreated: Whether to create a missing file.
    /// - Returns: The open database.
    /// - Throws: `HubError`; ``CommandError`` for a missing file that is not to be created.
    func hubService(creatingFile isCreated: Bool = false) async throws -> HubService {
        do {
            if !hubDatabase.contains("://") {
                try Ownership.check(hubDatabase)
                if !isCreated, access(hubDatabase, F_OK) != 0, errno == ENOENT {
                    throw CommandError(
                        .noInput,
                        "There is no hub database at \(hubDatabase); `doorcheck hub serve` creates it on the hub's "
                            + "machine."
                    )
                }
            }
            return try await HubService(at: hubDatabase, now: { WallClock.now.milliseconds })
        } catch HubError.connectionLost(let place) {
            // The first connection failed, and no request will follow.
            throw HubError.cannotOpen(place: place, reason: "the server does not answer, or does not let this user in")
        }
    }
}
