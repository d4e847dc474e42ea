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
            Needs the master key. Each box refuses all these tickets as `revoked` from its next sync on, sold or not; \
            this cannot be undone. Name the partner to take all grants back, or one grant. A single ticket is blocked \
            with `ticket block`.

              doorcheck partner retire "Campus shop"
              doorcheck partner retire 24754b1a
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var partner: PartnerArguments

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let found = try await context.grants(named: partner)
        let root = try await context.organiserKey()
        for record in found {
            let isNew = try await context.ledger.retire(record.grant.id, signedBy: root)
            let admitted = try await context.ledger.admittedOfGrants()[record.grant.id] ?? 0
            Terminal.note(
                "\(PartnerNumbers.text(record.grant.ranges).printable) of '\(record.grant.partner.printable)' "
                    + (isNew ? "are taken back" : "were already taken back")
                    + ": \("ticket".counted(admitted)) of \(record.grant.count) had been admitted.")
        }
        Terminal.note("Each box refuses the tickets from its next sync on.")
    }
}
