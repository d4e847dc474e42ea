// `doorcheck ticket`: the tickets of an event.

import ArgumentParser

struct TicketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket",
        abstract: "Issue, find and revoke tickets.",
        subcommands: [TicketIssue.self, TicketFind.self, TicketShow.self, TicketRevoke.self]
    )
}
