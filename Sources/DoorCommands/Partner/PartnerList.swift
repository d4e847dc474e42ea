// `doorcheck partner list`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger
import TicketSigning

struct PartnerList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the partners, their numbers, and how many of their tickets were admitted.",
        discussion: """
              doorcheck partner list
              doorcheck partner list --event summer-night --json
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("Only grants of this event.", valueName: "name"))
    var event: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let only = if let event { try await context.event(named: event).id } else { nil as EventID? }
        let slugs = Dictionary(uniqueKeysWithValues: try await context.ledger.events().map { ($0.id, $0.slug) })
        let admitted = try await context.ledger.admittedOfGrants()
        let lines = try await context.ledger.grants(of: only).map { record in
            GrantLine(record, event: slugs[record.grant.event], admitted: admitted[record.grant.id] ?? 0)
        }
        var table = TextTable("PARTNER", "EVENT", "NUMBERS", "TICKETS", "ADMITTED", "STATE", "GRANT")
        for line in lines {
            table.add(
                line.partner, line.event ?? "-", line.numbers, String(line.tickets), String(line.admitted ?? 0),
                line.state, line.grant)
        }
        try output.write(lines, text: table.text)
    }
}
