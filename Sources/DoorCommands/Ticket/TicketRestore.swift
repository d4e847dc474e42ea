// `doorcheck ticket restore`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Take back a block or a withdrawal.",
        discussion: """
            The ticket is again what it was before; one that was not paid is still not paid.

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
