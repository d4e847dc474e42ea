// `doorcheck ticket mail`

import ArgumentParser
import Dispatch
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Ledger
import Mail
import Organising
import TicketSigning

struct TicketMail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Send tickets to the guests by mail, each once.",
        discussion: """
            Each ticket whose reference is an e-mail address is sent there as a PDF page; a guest with several tickets \
            gets one mail. What was sent is on disk: interrupted by Ctrl-C, an error or a power cut, the command goes \
            on where it was. Mails that the server refused, and those of which nobody knows whether they arrived, are \
            sent again only with --again. Without --server, the command says what is to be sent.

              doorcheck ticket mail
              doorcheck ticket mail --server mail.example.org --from me@example.org \\
                --user me --password smtp.password --message text.txt
              doorcheck ticket mail --again refused
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(
        help: ArgumentHelp(
            "The mail server: a name, or smtps://mail.example.org:465, or smtp://mail.example.org:587.",
            valueName: "server"))
    var server: String?

    @Option(help: ArgumentHelp("The user at the mail server (default: it asks for none).", valueName: "user"))
    var user: String?

    @Option(
        help: ArgumentHelp("A file with the password of the user; - for standard input.", valueName: "file"),
        completion: .file())
    var password: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with the only trusted certificate authority (default: the system's).", valueName: "file"),
        completion: .file(extensions: ["pem"]))
    var authority: String?

    @Option(help: ArgumentHelp("The sender of the mails.", valueName: "address"))
    var from: String?

    @Option(
        help: ArgumentHelp("A text file with the text of the mails; - for standard input.", valueName: "file"),
        completion: .file())
    var message: String?

    @Option(
        help: ArgumentHelp(
            "Let tickets be sent again: refused by the mail server, or unknown, which may have arrived.",
            valueName: "which"),
        transform: { text in
            guard let kind = UndeliveredKind(rawValue: text) else {
                throw ValidationError("--again expects refused or unknown.")
            }
            return kind
        })
    var again: UndeliveredKind?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (server == nil) == (from == nil) else { throw ValidationError("--server and --from go together.") }
        guard server != nil || [user, password, authority, message].allSatisfy({ $0 == nil }) else {
            throw ValidationError("--user, --password, --authority and --message go with --server.")
        }
        guard (user == nil) == (password == nil) else { throw ValidationError("--user and --password go together.") }
        guard password != "-" || message != "-" else {
            throw ValidationError("Only one of --password and --message can be -.")
        }
        guard from.map({ MailAddress($0) != nil }) ?? true else {
            throw ValidationError(
                "--from expects an address such as tickets@example.org or 'Name <tickets@example.org>'.")
        }
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let event = try await context.event(named: event)
        let path = context.mailJournalPath(of: event.id)
        if let again {
            let journal = try MailJournal(at: path)
            try journal.reopen(again.tickets(in: journal.states))
        }
        var fault: String?
        if let server = try mailServer() {
            fault = try await send(event, in: context, by: server)
        }
        let selection = try await TicketSelection(context, of: event, tier: nil, named: [])
        if let sentence = selection.leftOut { Terminal.note(sentence) }
        let line = Line(event.slug, try MailQueue(selection, MailJournal.states(at: path)))
        try output.write([line], text: line.text)
        if let fault { throw CommandError(.unavailable, fault) }
    }

    private func mailServer() throws -> MailServer? {
        guard let server, let from = from.flatMap({ MailAddress($0) }) else { return nil }
        let secret = try password.map { try SecretLine.read($0) }
        guard let known = MailServer(server, user: user, password: secret, authority: authority, from: from) else {
            throw CommandError(
                .usage, "--server expects a name such as mail.example.org, or smtps://mail.example.org:465.")
        }
        return known
    }

    /// Sends the mails; Ctrl-C ends that after the mail that is being handed over.
    ///
    /// - Returns: Why not all were sent; `nil` if they were, or if Ctrl-C ended it.
    private func send(_ event: Event, in context: CommandContext, by server: MailServer) async throws -> String? {
        let mailing = TicketMailing()
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { mailing.pause() }
            source.resume()
            return source
        }
        defer { for source in signals { source.cancel() } }
        let isSeen = Terminal.errorIsScreen
        let text = try message.map(TicketMailer.text(from:))
        try await mailing.send(event, in: context, by: server, text: text) { progress in
            guard isSeen else { return }
            Terminal.draw("\r\(progress.sent) of \("mail".counted(progress.total)) sent ")
        }
        if isSeen { Terminal.draw("\n") }
        if case .stopped(let sentence) = mailing.progress.state { return sentence }
        return nil
    }

    /// The mails of an event.
    private struct Line: OutputRecord {
        static let columns = ["event", "mails", "sent", "refused", "unknown", "unaddressed"]

        let schema = 1
        let event: String
        /// The mails that are to be sent.
        let mails: Int
        /// The tickets that were sent.
        let sent: Int
        /// The tickets whose mail the server has refused.
        let refused: Int
        /// The tickets of which nobody knows whether they have arrived.
        let unknown: Int
        /// The tickets without an e-mail address.
        let unaddressed: Int

        init(_ event: String, _ queue: MailQueue) {
            self.event = event
            (mails, sent, unaddressed) = (queue.letters.count, queue.sent, queue.unaddressed)
            (refused, unknown) = (queue.refused.count, queue.unknown.count)
        }

        var text: String {
            var text = "\("mail".counted(mails)) to send; \("ticket".counted(sent)) sent.\n"
            if refused > 0 {
                text += "Refused by the mail server: \("ticket".counted(refused)) (--again refused sends them again).\n"
            }
            if unknown > 0 {
                text += "May have arrived: \("ticket".counted(unknown)) (--again unknown sends them again).\n"
            }
            if unaddressed > 0 { text += "Without an e-mail address: \("ticket".counted(unaddressed)).\n" }
            return text
        }
    }
}
