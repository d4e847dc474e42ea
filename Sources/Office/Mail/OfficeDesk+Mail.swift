// Tickets by mail.

import DoorInstallation
import HTTPSupport
import Ledger
import Organising
import TicketSigning

extension OfficeDesk {
    func mailing(of id: EventID) async throws -> MailingState {
        try await mails.state(of: event(id), in: context())
    }

    /// Begins to send the mails of an event, or goes on.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - form: The mail server; `nil` for the one that the office knows.
    /// - Returns: The state after the beginning.
    /// - Throws: ``OfficeRefusal``, `LedgerError`, `KeyFileError`.
    func sendMails(of id: EventID, _ form: MailForm?) async throws -> MailingState {
        let (event, context) = (try await event(id), try context())
        try await mails.send(event, in: context, by: form)
        return try await mails.state(of: event, in: context)
    }

    /// Prepares the mails of an event that are to be sent as a ZIP file.
    func prepareMailFiles(
        of id: EventID, _ form: MailFilesForm, by session: OfficeSession
    ) async throws -> PreparedMails {
        let (event, context) = (try await event(id), try context())
        let (files, mails) = try await mails.prepareFiles(of: event, in: context, form)
        let token = RandomText.make(words: 2)
        _ = mailFiles.keep(files, as: token, of: session)
        return PreparedMails(file: token, mails: mails)
    }

    /// Takes files that were prepared; each is given once.
    ///
    /// - Throws: ``OfficeRefusal`` if there are none.
    func takeMailFiles(_ token: String, of session: OfficeSession) throws -> MailFiles {
        guard let files = mailFiles.remove(token, of: session) else { throw OfficeRefusal.missing("file") }
        return files
    }

    func pauseMails(of id: EventID) async throws -> MailingState {
        await mails.pause(id)
        return try await mailing(of: id)
    }

    /// Lets the tickets that have not certainly arrived be mailed again.
    func reopenMails(of id: EventID, _ kind: UndeliveredKind) async throws -> MailingState {
        let event = try await event(id)
        try await mails.reopen(kind, of: event, in: context())
        return try await mailing(of: id)
    }
}
