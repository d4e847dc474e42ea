// `doorcheck ticket imports`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger

struct TicketImports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "List the files that tickets were imported or issued from on this machine.",
        discussion: """
              doorcheck ticket imports
              doorcheck ticket undo-import 3
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("Short name of the event (default: all events).", valueName: "name"))
    var event: String?

    @Flag(help: "Print JSON Lines.")
    var json = false

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let event = event == nil ? nil : try await context.event(named: event).id
        let slugs = Dictionary(
            try await context.ledger.events().map { ($0.id, $0.slug) }, uniquingKeysWith: { first, _ in first })
        var table = TextTable("NUMBER", "EVENT", "WHEN", "HOW", "FILE", "TICKETS", "BY", "STATE")
        for file in try await context.ledger.imports(of: event) {
            let line = Line(file, event: slugs[file.event] ?? "-")
            if json { try Terminal.output(JSONLine.text(line)) }
            table.add(
                String(line.number), line.event, line.at.text, line.kind, line.file, String(line.tickets), line.by,
                line.undone == nil ? "-" : "undone"
            )
        }
        if !json { try Terminal.output(table.text) }
    }

    private struct Line: Encodable {
        let schema = 1
        let number: Int
        let event: String
        let at: Moment
        let kind: String
        let file: String
        /// The number of tickets that it put on the list.
        let tickets: Int
        let by: String
        let undone: Moment?

        init(_ file: ListImport, event: String) {
            number = file.number
            self.event = event
            at = Moment(file.at)
            kind = file.kind.rawValue
            self.file = file.file
            tickets = file.tickets
            by = file.actor
            undone = file.undone.map(Moment.init)
        }
    }
}
