// What accompanies a ticket by mail.

import Ledger
import TicketSigning

/// The mails of one event.
struct TicketMailer {
    /// Where they are written to.
    let folder: String
    private let from: MailAddress
    private let event: Event
    private let text: String

    /// - Parameters:
    ///   - folder: Where they are written to.
    ///   - from: Who sends them.
    ///   - event: Which event.
    ///   - text: What they say; `nil` for a sentence.
    init(folder: String, from: MailAddress, event: Event, text: String?) {
        self.folder = folder
        self.from = from
        self.event = event
        let usual = "Your ticket for \(event.name) is attached. Show it at the door, on paper or on your phone.\n"
        self.text = text ?? usual
    }

    /// Reads what mails say.
    ///
    /// - Parameter path: A text file in UTF-8, or `-` for standard input.
    /// - Returns: Its text, with line ends of any kind.
    /// - Throws: ``CommandError`` where it cannot be read or is no text.
    static func text(from path: String) throws -> String {
        let text = String(validating: try InputFile.read(path), as: UTF8.self)
        let isPlain = text?.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || ["\t", "\n", "\r", "\u{C}"].contains($0)
        }
        guard let text, isPlain == true else {
            throw CommandError(
                .badData, "\(path.printable) is no text: --message expects a plain text file in UTF-8.")
        }
        return text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    }

    /// The mail that brings a ticket.
    ///
    /// - Parameters:
    ///   - ticket: Whose.
    ///   - pdf: Its page.
    ///   - now: When the mail says it was written.
    /// - Returns: `nil` where the ticket's reference is no address.
    func mail(for ticket: IssuedTicket, pdf: [UInt8], on now: Timestamp) -> MailMessage? {
        guard let reference = ticket.reference, let to = MailAddress(address: reference, name: ticket.holder) else {
            return nil
        }
        return MailMessage(
            from: from, to: to, subject: event.name, text: text, date: now,
            identifier: ticket.ticket.id.description,
            attachment: (name: "ticket-\(ticket.ticket.id).pdf", kind: "application/pdf", bytes: pdf)
        )
    }
}
