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

    @Flag(help: "Print JSON Lines.")
    var json = false

    func run() async throws {
        let ledger = try CommandContext(configuration, for: .reading).ledger
        var table = TextTable("NAME", "TITLE", "OPENS", "CLOSES", "TICKETS", "ADMITTED")
        for event in try await ledger.events() {
            let line = try await EventLine(event, in: ledger)
            if json { try Terminal.output(JSONLine.text(line)) }
            table.add(
                event.slug, event.name, event.opens.map { Moment($0).text } ?? "-",
                event.closes.map { Moment($0).text } ?? "-",
                String(line.tickets), String(line.admitted)
            )
        }
        if !json { try Terminal.output(table.text) }
    }
}
