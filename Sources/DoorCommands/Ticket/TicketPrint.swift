// `doorcheck ticket print`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Mail
import Organising
import Paper
import TicketPrinting
import TicketSigning

struct TicketPrint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print",
        abstract: "Write tickets as PDF pages, sheets of labels, pictures for phones or e-mails.",
        discussion: """
            Prints the event's tickets that may enter, sorted by name, or the named tickets. Tickets with a retired \
            key are left out, because doors refuse them. Sizes: A4, A5, A6, wristband (250 x 25 mm), WIDTHxHEIGHT in \
            millimetres, and sheets of labels on A4: 2x4, 2x5, 2x7, 3x7, 3x8, or \
            COLUMNSxROWS:WIDTHxHEIGHT+LEFT+TOP+GAPX+GAPY. Codes are 40 mm wide if there is room, and at least 25 mm, \
            including the quiet zone.

              doorcheck ticket print -o tickets.pdf
              doorcheck ticket print --size 3x8 -o labels.pdf
              doorcheck ticket print --size phone -o pictures.zip
              doorcheck ticket print --size A6 --each tickets/ --merge tickets.csv
              doorcheck ticket print --mail mails/ --from tickets@example.org

            --mail writes an e-mail for each ticket whose reference is an e-mail address, with the ticket attached, \
            for your mail program to send. Anyone who has these files can enter with them.
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Tickets by identifier, code or name (default: all that may enter).")
    var tickets: [String] = []

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("Only tickets of this tier.", valueName: "name"))
    var tier: String?

    @Option(help: ArgumentHelp("The paper or label size, or phone.", valueName: "size"))
    var size = "A6"

    @Option(
        help: ArgumentHelp(
            "Width of the code with its quiet zone, 25 or more (default: 40 or what fits).", valueName: "mm")
    )
    var code: Double?

    @Option(name: [.short, .long], help: ArgumentHelp("Write one file; - for standard output.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Write a file per ticket to this folder.", valueName: "folder"))
    var each: String?

    @Option(
        help: ArgumentHelp(
            "Write an e-mail per ticket, with the ticket attached, to this folder.", valueName: "folder"))
    var mail: String?

    @Option(help: ArgumentHelp("The sender of the e-mails.", valueName: "address"))
    var from: String?

    @Option(help: ArgumentHelp("A text file with the text of the e-mails.", valueName: "file"))
    var message: String?

    @Option(
        help: ArgumentHelp(
            "With --each or --mail: write a list of tickets, guests and files as CSV.", valueName: "file"))
    var merge: String?

    func validate() throws {
        guard [output, each, mail].contains(where: { $0 != nil }) else {
            throw ValidationError("Give -o FILE, --each FOLDER or --mail FOLDER.")
        }
        guard (mail == nil) == (from == nil) else { throw ValidationError("--mail and --from go together.") }
        guard message == nil || mail != nil else { throw ValidationError("--message goes with --mail.") }
        guard merge == nil || each != nil || mail != nil else {
            throw ValidationError("--merge goes with --each or --mail.")
        }
        guard output != "-" || !Terminal.outputIsScreen else {
            throw ValidationError("A terminal cannot show tickets; name a file with -o.")
        }
        guard from.map({ MailAddress($0) != nil }) ?? true else {
            throw ValidationError(
                "--from expects an address such as tickets@example.org or 'Name <tickets@example.org>'.")
        }
    }

    func run() async throws {
        var printer = try TicketPrinter(TicketPaper(size), codeMillimetres: code)
        let context = try CommandContext(configuration, for: .reading)
        let event = try await context.event(named: event)
        printer.logo = try await context.logo(of: event.id)
        let faces = try await context.faces(of: event)
        let text = try message.map(TicketMailer.text(from:))
        let selection = try await TicketSelection(
            context, of: event, tier: try await context.knownTier(named: tier, of: event),
            named: try await context.ticketIDs(named: tickets))
        if let sentence = selection.leftOut { Terminal.note(sentence) }
        var missing: Set<Unicode.Scalar> = []
        if let output {
            let pages = TicketPages(printer: printer)
            try pages.write(to: output) { body in try selection.forEach { try body(faces.face(of: $0)) } }
            missing = pages.missing
            if output != "-" { tell(pages.count, "ticket", in: output) }
        }
        if each != nil || mail != nil {
            let letters = mail.flatMap { folder in
                from.flatMap { MailAddress($0) }.map {
                    (mailer: TicketMailer(from: $0, event: event, text: text), folder: folder)
                }
            }
            var files = try TicketFiles(printer: printer, faces: faces, folder: each, letters: letters, merge: merge)
            try selection.forEach { try files.write($0) }
            try files.finish()
            missing.formUnion(files.missing)
            tell(of: files)
        }
        if try await context.ledger.hasUncodedTickets(of: event.id) {
            var printed: [TicketID] = []
            try selection.forEach { printed.append($0.ticket.id) }
            try await context.markCodesWritten(of: printed, of: event)
        }
        if let sentence = PaperDocument.missingFonts(for: missing) { Terminal.note(sentence) }
    }

    private func tell(of files: TicketFiles) {
        if let each { tell(files.count, "ticket", in: each) }
        if let mail { tell(files.count - files.unaddressed, "mail", in: mail) }
        if let merge { tell(files.count, "row", in: merge) }
        guard files.unaddressed > 0 else { return }
        Terminal.note("No mail for \(files.unaddressed) of the tickets: their references are not e-mail addresses.")
    }

    private func tell(_ count: Int, _ what: String, in path: String) {
        Terminal.note("Wrote \(count) \(what)\(count == 1 ? "" : "s") to \(path.printable).")
    }
}
