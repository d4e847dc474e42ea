// Writing mails with tickets.

import DoorInstallation
import DoorTexts
import Ledger
import Mail
import Paper
import TicketPrinting

/// Writes the mails of one event, each with the pages of its tickets.
struct LetterWriter {
    private let mailer: TicketMailer
    private let printer: TicketPrinter
    private let faces: TicketFaceBuilder

    /// - Parameters:
    ///   - event: The event.
    ///   - context: This machine's ledger and keys.
    ///   - from: The sender.
    ///   - text: The text of the mails; `nil` for a default sentence.
    /// - Throws: `LedgerError`, `SigningError`, `PrintingError`, `PaperError`.
    init(of event: Event, in context: CommandContext, from: MailAddress, text: String?) async throws {
        var printer = try TicketPrinter(TicketPaper("A6"))
        printer.logo = try await context.logo(of: event.id)
        (self.printer, faces) = (printer, try await context.faces(of: event))
        mailer = TicketMailer(from: from, event: event, text: text)
    }

    /// - Parameters:
    ///   - letter: What is sent to whom.
    ///   - isDraft: Whether somebody opens the mail and sends it.
    /// - Returns: The mail.
    /// - Throws: `SigningError`, `PrintingError`, `PaperError`.
    func mail(for letter: MailQueue.Letter, isDraft: Bool = false) throws -> [UInt8] {
        let pages = try letter.tickets.map { try faces.face(of: $0) }
        let pdf = try PaperDocument.file(title: pages[0].event) { document in
            for page in pages { try printer.draw([page], on: document) }
        }
        return mailer.mail(to: letter.to, for: letter.tickets, file: pdf.bytes, on: WallClock.now, isDraft: isDraft)
            .bytes
    }
}
