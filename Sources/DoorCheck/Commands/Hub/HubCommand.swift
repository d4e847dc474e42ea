// `doorcheck hub`: many boxes, one truth.

import ArgumentParser
import Hub
import Ledger

struct HubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hub",
        abstract: "Serve the hub that boxes share tickets and scans through, and join one.",
        subcommands: [
            HubServe.self, HubEnroll.self, HubBoxes.self, HubRevoke.self, HubRenew.self, HubToken.self,
            HubJoin.self, HubSync.self,
        ]
    )
}

extension Configuration {
    /// The hub's database on this machine.
    func hubOffice() async throws -> HubOffice {
        try await HubOffice(at: hubDatabase, now: { WallClock.now.milliseconds })
    }
}
