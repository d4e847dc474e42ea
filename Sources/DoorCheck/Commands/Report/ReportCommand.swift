// `doorcheck report`: what came of an event.

import ArgumentParser

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Tell what happened at the doors.",
        subcommands: [ReportDoubles.self]
    )
}
