// `doorcheck hub rekey`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import Hub
import Sync

struct HubRekey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey",
        abstract: "Give the hub a new key, after the old one was lost or stolen; every box joins again.",
        discussion: """
            The hub signs its answers, and a box accepts no others. The key is in the file hub.secret of the key \
            folder; hubs that share a database need the same file.

              doorcheck hub rekey
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let settings = try configuration.load()
        let service = try await settings.hubService()
        let folder = KeyFolder(path: settings.keysFolder)
        try await service.set(try folder.renewHubKey().publicKey, replacing: true)
        Terminal.note(
            "The hub has a new key in \(folder.hubKeyPath). Restart the hub; then let each box join again, with a code "
                + "from `doorcheck hub enroll`.")
    }
}
