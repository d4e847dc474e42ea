// `doorcheck office`

import ArgumentParser

struct OfficeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "office",
        abstract: "Prepare events and tickets in a browser.",
        subcommands: [OfficeServe.self, OfficeAccountCommand.self],
        defaultSubcommand: OfficeServe.self
    )
}
