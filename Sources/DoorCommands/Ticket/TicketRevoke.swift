// `doorcheck ticket revoke`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Withdraw tickets: refunded, cancelled, sold twice.",
        discussion: """
            A revoked ticket is refused from now on; entries it had stay in the book. `ticket restore` takes it back.

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
