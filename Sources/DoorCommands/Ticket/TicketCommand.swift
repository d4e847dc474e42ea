// `doorcheck ticket`: the tickets of an event.

import ArgumentParser

struct TicketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket",
        abstract: "Issue, import, find and change tickets, and admit guests by hand.",
        subcommands: [
            TicketIssue.self, TicketImport.self, TicketImports.self, TicketUndoImport.self, TicketListing.self,
            TicketFind.self, TicketShow.self, TicketExplain.self,
            TicketAdmit.self, TicketUndo.self, TicketPay.self, TicketBlock.self, TicketRevoke.self,
            TicketRestore.self, TicketReissue.self, TicketCodes.self, TicketPrint.self, TicketMail.self,
        ]
    )
}
