// `doorcheck hub restore`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import FoundationEssentials
import Glibc
import Hub
import Sync

struct HubRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Fill the hub's database from a backup.",
        discussion: """
            The database in the configuration becomes like the backup, completely or not at all, whether it is an \
            SQLite file or on a PostgreSQL server. No box needs a command: each sends what the backup lacks, and a \
            box that joined after the backup is let in by its membership. Codes for boxes to join with have to be \
            created again. The hub also needs the key that its boxes know: put hub.secret back into the key folder.

              doorcheck hub restore /media/usb/hub-2026-11-26-1800.sqlite
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "A file that `doorcheck hub backup` wrote.", completion: .file())
    var file: String

    @Flag(help: "Replace the boxes and records that the database holds.")
    var replace = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try configuration.load()
        let folder = KeyFolder(path: settings.keysFolder)
        let key = access(folder.hubKeyPath, F_OK) == 0 ? try folder.hubKey().publicKey : nil
        let contents = try await settings.hubService(creatingFile: true).restore(
            from: file, workingIn: settings.hubFolder, knownAs: key, replacing: replace)
        let line = HubCopyLine(contents, in: settings.hubDatabase)
        try output.write([line], text: "\(line.database) has \(line.sentence) now.\n")
        if key == nil {
            Terminal.note("Put hub.secret, which the boxes know, into \(settings.keysFolder) before you start the hub.")
        }
    }
}

extension Configuration {
    /// A folder with room for a copy of the hub's database.
    fileprivate var hubFolder: String {
        guard !hubDatabase.contains("://") else { return FileManager.default.temporaryDirectory.path }
        return hubDatabase.lastIndex(of: "/").map { String(hubDatabase[..<$0]) } ?? "."
    }
}
