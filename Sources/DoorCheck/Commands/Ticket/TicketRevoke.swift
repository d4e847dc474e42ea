// `doorcheck ticket revoke`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Withdraw tickets: refunded, cancelled, sold twice.",
        discussion: "A revoked ticket is refused from now on; entries it had stay in the book."
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Identifiers of tickets, as `ticket find` shows them.")
    var tickets: [TicketID]

    func run() async throws {
        let ledger = try Station(configuration, for: .writing).ledger
        var status = ExitStatus.success
        for ticket in tickets {
            if try await ledger.set(.revoked, of: ticket) == nil {
                Terminal.note("doorcheck: No ticket \(ticket) is on the list in \(ledger.path).")
                status = .noInput
            } else {
                try Terminal.output("\(ticket)\n")
            }
        }
        try status.finish()
    }
}
