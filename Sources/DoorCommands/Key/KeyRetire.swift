// `doorcheck key retire`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct KeyRetire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Retire a key: tickets that it signed are refused everywhere from now on.",
        discussion: """
            Boxes learn of it with their next sync and refuse the key's tickets as `unknown-key`, because anyone with \
            a stolen key can sign any ticket. First create a new key (`key rotate`) and replace the tickets that must \
            stay valid (`ticket reissue --key`).

              doorcheck key list
              doorcheck key retire 3f9a01bc
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The key, from `doorcheck key list`.")
    var key: String

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let wanted = try await context.key(named: key)
        let facts = try await context.ledger.keys(of: wanted.event)
        guard facts.contains(where: { $0.epoch > wanted.epoch && !$0.isRetired }) else {
            throw CommandError(
                .usage,
                "Key \(wanted.keyID) is its event's newest key; create another with `doorcheck key rotate` first."
            )
        }
        let isNew = try await context.ledger.retire(wanted, signedBy: context.becomeOrganiser())
        let old = try await context.ledger.tickets(inForceOf: wanted, withBarcode: false).count
        Terminal.note("Key \(wanted.keyID) is retired\(isNew ? "" : " already"); tickets signed with it are refused.")
        if old > 0 {
            Terminal.note(
                "\("ticket".counted(old)) on the list \(old == 1 ? "is one of them" : "are among them"); "
                    + "`doorcheck ticket reissue --key \(wanted.keyID)` replaces \(old == 1 ? "it" : "them")."
            )
        }
    }
}
