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
        abstract: "End a key for good: tickets that are signed with it are refused from now on, everywhere.",
        discussion: """
            Boxes learn of it with their next sync and refuse its tickets as `unknown-key`: who has a stolen key can \
            sign anything with it. Make a new key first (`key rotate`), and issue anew what is still to be good \
            (`ticket reissue --key`).

              doorcheck key list
              doorcheck key retire 3f9a01bc
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The key, as `doorcheck key list` shows it.")
    var key: String

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let wanted = try await context.key(named: key)
        let facts = try await context.ledger.keys(of: wanted.event)
        guard facts.contains(where: { $0.epoch > wanted.epoch && !$0.isRetired }) else {
            throw CommandError(
                .usage,
                "Key \(wanted.keyID) is the newest of its event, which would have none; run `doorcheck key rotate` first."
            )
        }
        let isNew = try await context.ledger.retire(wanted)
        let old = try await context.ledger.tickets(inForceOf: wanted, withBarcode: false).count
        Terminal.note("Key \(wanted.keyID) is retired\(isNew ? "" : " already"); tickets signed with it are refused.")
        if old > 0 {
            Terminal.note(
                "\("ticket".counted(old)) on the list \(old == 1 ? "is one of them" : "are among them"); "
                    + "`doorcheck ticket reissue --key \(wanted.keyID)` issues \(old == 1 ? "it" : "them") anew."
            )
        }
    }
}
