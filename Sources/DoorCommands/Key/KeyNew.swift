// `doorcheck key new`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput

struct KeyNew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create the issuer's master key.",
        discussion: """
            Writes master.key to the configuration's key folder, readable only by this user, and prints its path. Keep \
            a copy in a safe place: without it, tickets cannot be signed or checked.

              doorcheck key new
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let keys = KeyFolder(path: try configuration.load().keysFolder)
        try keys.createMaster()
        try output.write([FileLine(file: keys.masterPath)], text: keys.masterPath + "\n")
    }
}
