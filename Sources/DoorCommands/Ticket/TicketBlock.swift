// `doorcheck ticket block`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketBlock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Block tickets, with a reason that staff read at the door.",
        discussion: """
            A blocked ticket is refused, and staff see the reason. `ticket restore` lifts the block.

              doorcheck ticket block 6ba7b810-9dad-41d1-80b4-00c04fd430c8 \\
                  --why "reported stolen"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions
    @OptionGroup var tickets: TicketArguments

    func run() async throws {
        try await tickets.change(.block, staff, configuration)
    }
}
