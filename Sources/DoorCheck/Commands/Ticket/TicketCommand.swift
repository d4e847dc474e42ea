// `doorcheck ticket`: the tickets of an event.

import ArgumentParser

struct TicketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket",
        abstract: "Issue, import, find and revoke tickets.",
        subcommands: [TicketIssue.self, TicketImport.self, TicketFind.self, TicketShow.self, TicketRevoke.self]
    )
}
