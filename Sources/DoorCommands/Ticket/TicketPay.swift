// `doorcheck ticket pay`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketPay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Mark tickets as paid.",
        discussion: """
            An unpaid ticket is sent to the desk; a paid one enters.

              doorcheck ticket pay 6ba7b810-9dad-41d1-80b4-00c04fd430c8 --why cash
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions
    @OptionGroup var tickets: TicketArguments

    func run() async throws {
        try await tickets.change(.pay, staff, configuration)
    }
}
