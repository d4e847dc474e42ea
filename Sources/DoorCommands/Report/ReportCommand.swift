// `doorcheck report`: reports about an event.

import ArgumentParser

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Show attendance reports.",
        subcommands: [ReportAttendance.self, ReportDoubles.self],
        defaultSubcommand: ReportAttendance.self
    )
}
