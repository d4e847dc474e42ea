// `doorcheck sound`: the sounds of a door.

import ArgumentParser

struct SoundCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sound",
        abstract: "Hear what the door sounds like.",
        subcommands: [SoundTest.self]
    )
}
