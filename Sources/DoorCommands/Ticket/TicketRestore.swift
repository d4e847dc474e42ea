// `doorcheck ticket restore`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Lift a block or revocation.",
        discussion: """
            The ticket has its earlier status again; an unpaid ticket is still unpaid.

              doorcheck ticket restore 6ba7b810-9dad-41d1-80b4-00c04fd430c8 \\
                  --why "blocked by mistake"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions
    @OptionGroup var tickets: TicketArguments

    func run() async throws {
        try await tickets.change(.restore, staff, configuration)
    }
}
