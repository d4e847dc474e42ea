// `doorcheck event list`

import ArgumentParser
import Ledger

struct EventList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the events in the ledger.")

    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Print JSON Lines.")
    var json = false

    func run() async throws {
        let ledger = try Station(configuration, for: .reading).ledger
        var table = TextTable("NAME", "TITLE", "OPENS", "CLOSES", "TICKETS", "ADMITTED")
        for event in try await ledger.events() {
            let counts = try await ledger.counts(of: event.id)
            let line = EventLine(event, counts, gates: try await ledger.gates(of: event.id))
            if json { try Terminal.output(JSONLine.text(line)) }
            table.add(
                event.slug, event.name, event.opens?.description ?? "-", event.closes?.description ?? "-",
                String(counts.tickets), String(counts.admitted)
            )
        }
        if !json { try Terminal.output(table.text) }
    }
}
