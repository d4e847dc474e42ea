// The mails of this office.

import BlockingCalls
import DoorInstallation
import DoorOutput
import HTTPSupport
import Ledger
import Mail
import Organising
import TicketSigning

/// Sends the tickets of events by mail, and knows the mail server while the office runs.
actor MailService {
    private let queue = BlockingQueue(label: "mails")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private var sendings: [EventID: (mailing: TicketMailing, task: Task<Void, Never>)] = [:]
    private var server: MailServer?
    private var text: String?

    /// Returns what is to be sent and what was sent.
    ///
    /// - Throws: `LedgerError`, ``FileError``.
    func state(of event: Event, in context: CommandContext) async throws -> MailingState {
        let own = try CommandContext(context.configuration, for: .reading, as: "doorcheck office")
        let progress = sendings[event.id]?.mailing.progress
        // The list is not read every second.
        if let progress, progress.state == .running { return MailingState(running: progress) }
        let states = try MailJournal.states(at: own.mailJournalPath(of: event.id))
        let selection = try await TicketSelection(own, of: event, tier: nil, named: [])
        return MailingState(try MailQueue(selection, states), progress, canGoOn: server != nil)
    }

    /// Begins to send, by a server that is known from now on; with `nil`, by the one that is known.
    ///
    /// - Throws: ``OfficeRefusal``.
    func send(_ event: Event, in context: CommandContext, by form: MailForm?) throws {
        guard sendings[event.id]?.mailing.progress.state != .running else {
            throw OfficeRefusal("The mails are being sent already.", because: .conflict)
        }
        if let form { (server, text) = (try Self.server(form), try Self.text(form.text)) }
        guard let server else { throw OfficeRefusal("Name the mail server first.", field: "server") }
        let (mailing, text) = (TicketMailing(), text)
        let task = Task {
            do {
                let own = try CommandContext(context.configuration, for: .reading, as: "doorcheck office")
                try await mailing.send(event, in: own, by: server, text: text)
            } catch {
                mailing.stop(OfficeRefusal(error)?.sentence ?? "This did not work (\(error)).")
            }
        }
        sendings[event.id] = (mailing, task)
    }

    /// Prepares the mails of an event as files to send with another program.
    ///
    /// - Returns: The files, and the number of mails in them.
    /// - Throws: ``OfficeRefusal``, ``CommandError``, ``FileError``, `LedgerError`, `SigningError`, `PrintingError`.
    func prepareFiles(
        of event: Event, in context: CommandContext, _ form: MailFilesForm
    ) async throws -> (files: MailFiles, mails: Int) {
        let own = try CommandContext(context.configuration, for: .reading, as: "doorcheck office")
        let prepared = MailFiles(event, in: own, from: try Self.sender(form.from), text: try Self.text(form.text))
        let mails = try await prepared.prepare()
        guard mails > 0 else {
            throw OfficeRefusal("Every ticket with an e-mail address was sent already.", because: .conflict)
        }
        return (prepared, mails)
    }

    /// Ends the sending after the mail that is being handed over.
    func pause(_ event: EventID) async {
        guard let sending = sendings[event] else { return }
        sending.mailing.pause()
        await sending.task.value
    }

    /// Ends all sendings, each after the mail that is being handed over.
    func pauseAll() async {
        for event in sendings.keys { await pause(event) }
    }

    /// Lets tickets be mailed again.
    ///
    /// - Throws: ``OfficeRefusal`` while mails are sent; ``CommandError`` if another program sends them;
    ///   ``FileError``, `LedgerError`.
    func reopen(_ kind: UndeliveredKind, of event: Event, in context: CommandContext) async throws {
        guard sendings[event.id]?.mailing.progress.state != .running else {
            throw OfficeRefusal("Pause the sending first.", because: .conflict)
        }
        let journal = try MailJournal(at: context.mailJournalPath(of: event.id))
        try journal.reopen(kind.tickets(in: journal.states))
    }

    private static func server(_ form: MailForm) throws -> MailServer {
        let from = try sender(form.from)
        let user = form.user?.trimmed
        guard
            let server = MailServer(
                form.server.trimmed, user: user.flatMap { $0.isEmpty ? nil : $0 }, password: form.password, from: from)
        else {
            throw OfficeRefusal("Write the server as a name such as mail.example.org.", field: "server")
        }
        return server
    }

    private static func sender(_ text: String) throws -> MailAddress {
        guard let from = MailAddress(text.trimmed) else {
            throw OfficeRefusal(
                "Write the sender as an address such as tickets@example.org or Name <tickets@example.org>.",
                field: "from")
        }
        return from
    }

    private static func text(_ text: String?) throws -> String? {
        guard let text, !text.trimmed.isEmpty else { return nil }
        guard TicketMailer.isPlain(text) else {
            throw OfficeRefusal("The text has characters that mails cannot show; type it again.", field: "text")
        }
        return text
    }
}
