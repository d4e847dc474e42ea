// `doorcheck config`: the configuration of this box.

import ArgumentParser

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and check the configuration.",
        subcommands: [ConfigShow.self, ConfigCheck.self]
    )
}
