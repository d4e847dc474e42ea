// `doorcheck lamp`: the lamps of a door.

import ArgumentParser

struct LampCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lamp",
        abstract: "Light the lamps of a door.",
        subcommands: [LampTest.self]
    )
}
