// `doorcheck partner retire`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct PartnerRetire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Take a partner's numbers back: these tickets are refused everywhere from now on.",
        discussion: """
            Needs the master key. Boxes learn of it with their next sync and refuse all tickets of the grant as \
            `unknown-key`, sold or not; this cannot be undone. Name the partner, or the grant if there are several.

              doorcheck partner list
              doorcheck partner retire "Campus shop"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The partner's name or the grant, from `doorcheck partner list`.")
    var partner: String

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let record = try await record(in: context)
        let isNew = try await context.ledger.retire(record.grant.id, signedBy: context.organiserKey())
        let admitted = try await context.ledger.admittedOfGrants()[record.grant.id] ?? 0
        Terminal.note(
            "The grant to '\(record.grant.partner.printable)' is retired\(isNew ? "" : " already"); \(admitted) of its "
                + "\(record.grant.count) tickets have been admitted, and the others are refused.")
    }

    private func record(in context: CommandContext) async throws -> GrantRecord {
        let all = try await context.ledger.grants()
        if let id = GrantID(partner), let record = all.first(where: { $0.grant.id == id }) { return record }
        let event = try await context.event(named: event)
        let own = all.filter { $0.grant.event == event.id }
        let named = own.filter { $0.grant.partner.lowercased() == partner.lowercased() }
        let found = named.contains { !$0.isRetired } ? named.filter { !$0.isRetired } : named
        guard let record = found.first else {
            let question = SimilarName.question(for: partner, among: Array(Set(own.map(\.grant.partner))))
            throw CommandError(
                .noInput,
                "Event '\(event.slug)' has no partner '\(partner.printable)'.\(question) "
                    + "`doorcheck partner list` shows all.")
        }
        guard found.count == 1 else {
            let ids = found.map(\.grant.id.description).joined(separator: ", ")
            throw CommandError(
                .usage, "'\(partner.printable)' has several grants, so nothing was done; name one of \(ids).")
        }
        return record
    }
}
