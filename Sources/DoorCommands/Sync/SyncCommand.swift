// `doorcheck sync`: exchanges records between boxes.

import ArgumentParser

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Share scans and changes between boxes by files on a USB stick.",
        subcommands: [
            SyncStatus.self, SyncStick.self, SyncExport.self, SyncImport.self, SyncID.self, SyncTrust.self,
        ]
    )
}
