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

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let event = event == nil ? nil : try await context.event(named: event).id
        let slugs = Dictionary(
            try await context.ledger.events().map { ($0.id, $0.slug) }, uniquingKeysWith: { first, _ in first })
        var table = TextTable("NUMBER", "EVENT", "WHEN", "HOW", "FILE", "TICKETS", "BY", "STATE")
        let counts = try await context.ledger.importCounts(of: event)
        let lines = try await context.ledger.imports(of: event).map {
            Line($0, tickets: counts[$0.number]?.tickets ?? 0, event: slugs[$0.event] ?? "-")
        }
        for line in lines {
            table.add(
                String(line.number), line.event, line.at.text, line.kind, line.file, String(line.tickets), line.by,
                line.undone == nil ? "-" : "undone"
            )
        }
        try output.write(lines, text: table.text)
    }

    /// A file that was imported.
    private struct Line: OutputRecord {
        static let columns = ["number", "event", "at", "kind", "file", "tickets", "by", "undone"]

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

        init(_ file: ListImport, tickets: Int, event: String) {
            number = file.number
            self.event = event
            at = Moment(file.at)
            kind = file.kind.rawValue
            self.file = file.file
            self.tickets = tickets
            by = file.actor
            undone = file.undone.map(Moment.init)
        }
    }
}
