// `doorcheck sync`: exchanges records between boxes.

import ArgumentParser

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Bring boxes and the organiser to the same state, by files on a stick.",
        subcommands: [SyncStatus.self, SyncExport.self, SyncImport.self, SyncID.self, SyncTrust.self]
    )
}
