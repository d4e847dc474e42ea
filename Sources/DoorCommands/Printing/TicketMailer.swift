// Mails with tickets.

import DoorOutput
import DoorTexts
import Ledger
import Mail
import TicketSigning

/// Creates the mails of one event.
struct TicketMailer {
    /// The folder for the mails.
    let folder: String
    private let from: MailAddress
    private let event: Event
    private let text: String

    /// - Parameters:
    ///   - folder: The folder for the mails.
    ///   - from: The sender.
    ///   - event: The event.
    ///   - text: The text of the mails; `nil` for a default sentence.
    init(folder: String, from: MailAddress, event: Event, text: String?) {
        self.folder = folder
        self.from = from
        self.event = event
        let usual = "Your ticket for \(event.name) is attached. Show it at the door, on paper or on your phone.\n"
        self.text = text ?? usual
    }

    /// Reads the text of the mails.
    ///
    /// - Parameter path: A text file in UTF-8, or `-` for standard input.
    /// - Returns: The text, with any kind of line ends.
    /// - Throws: ``CommandError`` if the file cannot be read or is not text.
    static func text(from path: String) throws -> String {
        let text = String(validating: try InputFile.read(path), as: UTF8.self)
        let isPlain = text?.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || ["\t", "\n", "\r", "\u{C}"].contains($0)
        }
        guard let text, isPlain == true else {
            throw CommandError(
                .badData, "\(path.printable) is not text; --message expects a plain text file in UTF-8.")
        }
        return text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    }

    /// Returns the mail with a ticket.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - pdf: The ticket's page.
    ///   - now: The date of the mail.
    /// - Returns: `nil` if the ticket's reference is not a mail address.
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
