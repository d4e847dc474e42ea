// Mails with tickets.

import DoorOutput
import DoorTexts
package import Ledger
package import Mail
import TicketSigning

/// Composes the mails of one event.
package struct TicketMailer: Sendable {
    private let from: MailAddress
    private let event: Event
    private let text: String?

    /// - Parameters:
    ///   - from: The sender.
    ///   - event: The event.
    ///   - text: The text of the mails; `nil` for a default sentence.
    package init(from: MailAddress, event: Event, text: String?) {
        (self.from, self.event, self.text) = (from, event, text)
    }

    /// Reads the text of the mails.
    ///
    /// - Parameter path: A text file in UTF-8, or `-` for standard input.
    /// - Returns: The text, with any kind of line ends.
    /// - Throws: ``CommandError`` if the file cannot be read or is not text.
    package static func text(from path: String) throws -> String {
        guard let text = String(validating: try InputFile.read(path), as: UTF8.self), isPlain(text) else {
            throw CommandError(
                .badData, "\(path.printable) is not text; --message expects a plain text file in UTF-8.")
        }
        return text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    }

    /// Returns whether a text has no control characters but line ends and tabs.
    package static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || ["\t", "\n", "\r", "\u{C}"].contains($0)
        }
    }

    /// Returns the mail with tickets.
    ///
    /// - Parameters:
    ///   - to: The recipient.
    ///   - tickets: The tickets, at least one. The first one gives the mail its identifier, so that the same mail has
    ///     the same one when it is sent again.
    ///   - file: The tickets' pages as a PDF, or the only ticket's picture for a phone as a PNG.
    ///   - isPicture: Whether it is a picture.
    ///   - now: The date of the mail.
    ///   - isDraft: Whether somebody opens the mail and sends it.
    /// - Returns: The mail.
    package func mail(
        to: MailAddress,
        for tickets: [IssuedTicket],
        file: [UInt8],
        isPicture: Bool = false,
        on now: Timestamp,
        isDraft: Bool = false
    ) -> MailMessage {
        let first = tickets[0].ticket.id
        let (subject, verb) = tickets.count == 1 ? ("Your ticket", "is") : ("Your tickets", "are")
        let usual =
            "\(subject) for \(event.name) \(verb) attached. Show "
            + "\(tickets.count == 1 ? "it" : "them") at the door, on paper or on your phone.\n"
        return MailMessage(
            from: from, to: to, subject: event.name, text: text ?? usual, date: now, identifier: first.description,
            attachment: (
                name: (tickets.count == 1 ? "ticket-\(first)" : "tickets") + (isPicture ? ".png" : ".pdf"),
                kind: isPicture ? "image/png" : "application/pdf", bytes: file
            ), isDraft: isDraft)
    }
}
