// `doorcheck event list`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger

struct EventList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the events in the ledger.",
        discussion: """
              doorcheck event list
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let ledger = try CommandContext(configuration, for: .reading).ledger
        var table = TextTable("NAME", "TITLE", "OPENS", "CLOSES", "TICKETS", "ADMITTED")
        try output.begin(EventLine.self)
        for event in try await ledger.events() {
            let line = try await EventLine(event, in: ledger)
            try output.add(line)
            table.add(
                event.slug, event.name, event.opens.map { Moment($0).text } ?? "-",
                event.closes.map { Moment($0).text } ?? "-",
                String(line.tickets), String(line.admitted)
            )
        }
        if output.isText { try Terminal.output(table.text) }
    }
}
