// `doorcheck ticket revoke`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke tickets, such as refunded or cancelled ones.",
        discussion: """
            A revoked ticket is refused from now on; its entries stay in the history. `ticket restore` lifts the \
            revocation.

              doorcheck ticket revoke 6ba7b810-9dad-41d1-80b4-00c04fd430c8 --why refunded
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions
    @OptionGroup var tickets: TicketArguments

    func run() async throws {
        try await tickets.change(.revoke, staff, configuration)
    }
}
