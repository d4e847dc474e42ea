// `doorcheck sound`: the sounds of a door.

import ArgumentParser

struct SoundCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sound",
        abstract: "Play the verdict sounds.",
        subcommands: [SoundTest.self]
    )
}
