// Sending tickets by mail.

import BlockingCalls
package import DoorInstallation
import DoorOutput
import DoorTexts
import HTTPClient
package import Ledger
import Mail
import Paper
import Synchronization
import TicketPrinting
package import TicketSigning

/// How far the sending is.
package struct MailProgress: Hashable, Sendable {
    /// The mails that are to be sent in all.
    package var total = 0
    /// The mails that the server has taken.
    package var sent = 0
    /// The mails that it refused for good, or of which nobody knows.
    package var failed = 0
    package var state = State.running

    package enum State: Hashable, Sendable {
        case running
        /// Somebody has paused it.
        case paused
        case finished
        /// The server takes no mails, or something is wrong here: one sentence.
        case stopped(String)
    }
}

/// Sends the tickets of an event, one mail after the other, on a thread of its own. Ended anywhere, it goes on with
/// what was not handed over when it is started again.
package actor TicketMailing {
    private let queue = BlockingQueue(label: "mail")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let current = Mutex(MailProgress())
    private let isPaused = Mutex(false)

    package init() {}

    /// How far it is.
    package nonisolated var progress: MailProgress { current.withLock { $0 } }

    /// Ends the sending after the mail that is being handed over.
    package nonisolated func pause() { isPaused.withLock { $0 = true } }

    /// Notes that the sending has ended with an error.
    ///
    /// - Parameter sentence: What is wrong, and what to do.
    package nonisolated func stop(_ sentence: String) { current.withLock { $0.state = .stopped(sentence) } }

    /// A mail server that does not answer for so long takes no mails.
    fileprivate static let answerLimit: Duration = .seconds(60)
    /// So many refusals in a row are not about the guests' addresses.
    fileprivate static let mostRefusals = 5

    /// Sends all mails that are to be sent.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - context: This machine's ledger and keys.
    ///   - server: The mail server.
    ///   - text: The text of the mails; `nil` for a default sentence.
    ///   - onProgress: Called after each mail.
    /// - Throws: ``CommandError`` if another program sends the event's mails, or if there are no tickets; ``FileError``
    ///   for the journal; `LedgerError`, `SigningError`, `PrintingError`, `PaperError`.
    package func send(
        _ event: Event,
        in context: CommandContext,
        by server: MailServer,
        text: String?,
        onProgress: (MailProgress) -> Void = { _ in }
    ) async throws {
        let state = try await sendAll(event, in: context, by: server, text: text, onProgress)
        // The journal is closed by now, so that whoever sees the end can begin again.
        current.withLock { $0.state = state }
        onProgress(progress)
    }

    /// Sends the mails, and returns how that has ended.
    private func sendAll(
        _ event: Event,
        in context: CommandContext,
        by server: MailServer,
        text: String?,
        _ onProgress: (MailProgress) -> Void
    ) async throws -> MailProgress.State {
        let journal = try MailJournal(at: context.mailJournalPath(of: event.id))
        let selection = try await TicketSelection(context, of: event, tier: nil, named: [])
        let letters = try MailQueue(selection, journal.states).letters
        let writer = try await LetterWriter(of: event, in: context, from: server.from, text: text)
        current.withLock { $0.total = letters.count }
        var handing = Handing(server: server, journal: journal)
        var (sent, isCut): ([TicketID], Bool) = ([], false)
        for letter in letters {
            isCut = isPaused.withLock { $0 }
            guard !isCut, handing.fault == nil else { break }
            guard let letter = try await letter.asListed(in: context.ledger) else { continue }
            if try handing.hand(over: try writer.mail(for: letter), to: letter) { sent += letter.ids }
            current.withLock { ($0.sent, $0.failed) = (handing.sent, handing.failed) }
            onProgress(progress)
        }
        try await context.markCodesWritten(of: sent, of: event)
        let fault = handing.fault ?? handing.later
        return fault.map { .stopped("\($0)") } ?? (isCut ? .paused : .finished)
    }
}

/// Hands mails to the server, and notes what became of each.
private struct Handing {
    private let server: MailServer
    private let journal: MailJournal
    /// The mails that the server has taken.
    private(set) var sent = 0
    /// The mails that it has refused for good, and those of which nobody knows.
    private(set) var failed = 0
    /// Why it makes no sense to go on.
    private(set) var fault: MailFault?
    /// Why some mails have to be sent later.
    private(set) var later: MailFault?
    /// The mails that were refused one after the other.
    private var refused: [[TicketID]] = []

    init(server: MailServer, journal: MailJournal) {
        (self.server, self.journal) = (server, journal)
    }

    /// - Returns: Whether the server has taken the mail.
    /// - Throws: ``FileError`` for the journal.
    mutating func hand(over mail: [UInt8], to letter: MailQueue.Letter) throws -> Bool {
        try journal.begin(letter.ids)
        let transfer = server.transfer
        do throws(TransferError) {
            try transfer.send(
                mail, from: server.from.address, to: letter.to.address, by: .now + TicketMailing.answerLimit,
                connectLimit: TicketMailing.answerLimit / 2
            ) { false }
        } catch {
            try note(error, of: letter.ids, wasGiven: transfer.hasGivenAll)
            return false
        }
        try journal.noteSent(letter.ids)
        refused = []
        sent += 1
        return true
    }

    private mutating func note(_ error: TransferError, of tickets: [TicketID], wasGiven: Bool) throws {
        let reason = MailFault(error, host: server.host)
        guard case .mailRefused(let reply) = error.kind else {
            fault = reason
            // The server may have taken it, and its answer was lost.
            if wasGiven { failed += 1 } else { try journal.reopen(tickets) }
            return
        }
        if reply >= 500 {
            try journal.noteRefused(tickets, reply: reply)
            failed += 1
            refused.append(tickets)
        } else {
            try journal.reopen(tickets)
            later = reason
            refused.append([])
        }
        guard refused.count >= TicketMailing.mostRefusals else { return }
        // The guests' addresses are not to blame.
        fault = reason
        try journal.reopen(refused.flatMap(\.self))
        failed -= refused.count { !$0.isEmpty }
    }
}

extension CommandContext {
    /// The file that says which tickets of an event were mailed; it may not exist.
    package func mailJournalPath(of event: EventID) -> String {
        let folder = ledger.path.lastIndex(of: "/").map { ledger.path[...$0] } ?? ""
        return "\(folder)mail-\(event).journal"
    }
}
