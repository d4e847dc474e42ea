// Tickets on paper and their codes on screens.

import Accounts
import DoorInstallation
import Ledger
import Organising
import TicketPrinting
import TicketSigning

extension OfficeDesk {
    /// Returns a ticket's code as a PNG picture.
    ///
    /// - Throws: ``OfficeRefusal`` if another platform made its code, or if it has none; `LedgerError`, `SigningError`.
    func codePicture(of id: TicketID, for permit: DeskPermit) async throws -> [UInt8] {
        try check([id], permit)
        let context = try context()
        guard let listed = try await context.ledger.listedTickets([id]).first else {
            throw OfficeRefusal.missing("ticket")
        }
        guard !listed.hasBarcode else {
            throw OfficeRefusal("Another shop made the code of this ticket.", because: .missing)
        }
        let retired = RetiredKeys(try await context.ledger.keys(of: listed.ticket.ticket.event))
        guard [.valid, .unpaid, .blocked].contains(listed.ticket.status), !retired.signed(listed.ticket) else {
            throw OfficeRefusal("Doors refuse the code of this ticket.", because: .missing)
        }
        let code = try await context.ticketSigners().code(of: listed.ticket)
        return try QRSymbol(text: code, errorCorrection: Medium.screen.errorCorrection).png()
    }

    /// Checks that somebody may have the codes of tickets.
    ///
    /// - Throws: ``OfficeRefusal`` for all tickets, or one that a desk has not just sold.
    private func check(_ tickets: [TicketID], _ permit: DeskPermit) throws {
        guard permit.session.role != .organiser else { return }
        guard let ticket = tickets.first, canPrint(ticket, permit) else {
            throw OfficeRefusal(
                "Your account may print the tickets that you have just sold; an organiser prints others.",
                because: .notPermitted)
        }
    }

    func preview(_ wanted: PrintRequest, of id: EventID, for permit: DeskPermit) async throws -> [UInt8] {
        try check(wanted.tickets, permit)
        return try await printer.preview(wanted, of: try await event(id), in: context())
    }

    /// Returns tickets as a PDF, or as pictures for phones: one as it is, several in a ZIP file. Also returns which
    /// tickets these are, and the short name of their event.
    func pages(
        _ wanted: PrintRequest, of id: EventID, for permit: DeskPermit
    ) async throws -> (file: TemporaryFile, tickets: [TicketID], slug: String) {
        try check(wanted.tickets, permit)
        let event = try await event(id)
        let (file, tickets) = try await printer.pages(wanted, of: event, in: context())
        return (file, tickets, event.slug)
    }

    /// Records that the codes of tickets have been written, once the browser has them.
    func markPrinted(_ tickets: [TicketID], of id: EventID) async throws {
        try await context().markCodesWritten(of: tickets, of: try await event(id))
    }
}
