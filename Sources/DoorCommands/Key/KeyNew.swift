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
        abstract: "Make the issuer's master key.",
        discussion: """
            Writes master.key to the configuration's key folder, readable by this user alone, and prints its path. Keep \
            a copy in a safe place: tickets cannot be signed or checked without it.

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
                "There is a master key at \(keys.masterPath) already, and a key is never written over: the tickets of all events "
                    + "hang on it, so go on with it."
            )
        }
        try output.write([FileLine(file: keys.masterPath)], text: keys.masterPath + "\n")
    }
}
