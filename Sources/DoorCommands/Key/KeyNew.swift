// `doorcheck key new`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import FoundationEssentials
import TicketSigning

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
        try Ownership.check(keys.masterPath)
        try OutputFolder.make(keys.path)
        do {
            try KeyFile.writeMasterKey(.random(), to: keys.masterPath)
        } catch KeyFileError.exists {
            throw CommandError(
                .badData,
                "\(keys.masterPath) already holds a master key, which is never overwritten, because all tickets "
                    + "depend on it; "
                    + "keep using it."
            )
        }
        try output.write([FileLine(file: keys.masterPath)], text: keys.masterPath + "\n")
    }
}
