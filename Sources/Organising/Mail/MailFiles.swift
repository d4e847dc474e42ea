// Mails in one ZIP file, to send with another program.

import BlockingCalls
package import DoorInstallation
package import Ledger
package import Mail
import TicketPrinting
import TicketSigning

/// The mails of an event that are to be sent, as a ZIP file of messages (`.eml`). It is made piece by piece: a mail is
/// written when somebody takes it, as the list is then. Nothing is sent, and nothing counts as sent.
package actor MailFiles {
    private let queue = BlockingQueue(label: "mail files")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    package nonisolated let event: Event
    private let context: CommandContext
    private let from: MailAddress
    private let text: String?
    private var letters: ArraySlice<MailQueue.Letter> = []
    private var writer: LetterWriter?
    private var zip: ZipWriter
    private let piece = Piece()
    private var written: [TicketID] = []
    private var isFinished = false

    /// What was written of the file and not taken yet.
    private final class Piece {
        var bytes: [UInt8] = []
    }

    /// - Parameters:
    ///   - event: The event.
    ///   - context: This machine's ledger and keys, for this file alone.
    ///   - from: The sender.
    ///   - text: The text of the mails; `nil` for a default sentence.
    package init(_ event: Event, in context: CommandContext, from: MailAddress, text: String?) {
        (self.event, self.context, self.from, self.text) = (event, context, from, text)
        let piece = piece
        zip = ZipWriter { piece.bytes += $0 }
    }

    /// Finds the mails that are to be sent.
    ///
    /// - Returns: Their number.
    /// - Throws: ``CommandError`` if there are no tickets; ``FileError`` for the journal; `LedgerError`,
    ///   `SigningError`, `PrintingError`, `PaperError`.
    package func prepare() async throws -> Int {
        let states = try MailJournal.states(at: context.mailJournalPath(of: event.id))
        let selection = try await TicketSelection(context, of: event, tier: nil, named: [])
        letters = try MailQueue(selection, states).letters[...]
        writer = try await LetterWriter(of: event, in: context, from: from, text: text)
        return letters.count
    }

    /// Returns the next piece of the file.
    ///
    /// - Returns: At least one mail or the end of the file; `nil` after that.
    /// - Throws: `LedgerError`, `SigningError`, `PrintingError`, `PaperError`.
    package func next() async throws -> [UInt8]? {
        while piece.bytes.isEmpty, let letter = letters.popFirst() {
            guard let letter = try await letter.asListed(in: context.ledger), let writer else { continue }
            try zip.add(writer.mail(for: letter, isDraft: true), named: "\(letter.ids[0]).eml")
            written += letter.ids
        }
        if piece.bytes.isEmpty, !isFinished {
            try zip.finish()
            isFinished = true
        }
        guard !piece.bytes.isEmpty else { return nil }
        defer { piece.bytes = [] }
        return piece.bytes
    }

    /// Notes that somebody has the whole file, and with it the codes of the tickets.
    ///
    /// - Throws: `LedgerError`.
    package func noteTaken() async throws {
        try await context.markCodesWritten(of: written, of: event)
    }
}
