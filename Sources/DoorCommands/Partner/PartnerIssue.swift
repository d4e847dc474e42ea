// `doorcheck partner issue`

import ArgumentParser
import Attendance
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Ledger
import Organising
import Paper
import TicketLists
import TicketPrinting
import TicketSigning

struct PartnerIssue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: "Sign tickets that the organiser has granted, and write their codes.",
        discussion: """
            Needs the grant, as its file or a picture of its QR code, and the partner's key; no network and no ledger. \
            The same number always gives the same ticket, so writing it again sells nothing twice; keep a record of \
            the numbers that you have sold. Without --output, --png, --svg or --pdf the codes go to standard output as \
            CSV.

              doorcheck partner issue campus-shop.grant --key campus-shop.key \\
                  --numbers 1-20 --pdf tickets.pdf
              doorcheck partner issue campus-shop.grant --key campus-shop.key \\
                  --numbers 21 --numbers 30-32 --png codes/
            """
    )

    @Argument(help: "The grant: its file, or a picture of its QR code.", completion: .file())
    var grant: String

    @Option(help: ArgumentHelp("The partner's secret key.", valueName: "file"), completion: .file(extensions: ["key"]))
    var key = "partner.key"

    @Option(
        help: ArgumentHelp(
            "The numbers, such as 1-20 or 17; may be repeated (default: all of the grant).", valueName: "range"),
        transform: PartnerNumbers.parsed)
    var numbers: [ClosedRange<UInt32>] = []

    @Option(help: ArgumentHelp("Write the tickets as pages to this PDF file.", valueName: "file"))
    var pdf: String?

    @Option(help: ArgumentHelp("The paper or label size of the PDF file, as for `ticket print`.", valueName: "size"))
    var size = "A6"

    @OptionGroup var codes: CodeOptions

    func run() async throws {
        let printer = try TicketPrinter(TicketPaper(size), codeMillimetres: nil)
        guard pdf == nil || !printer.paper.isPicture else {
            throw CommandError(.usage, "A PDF file has pages; choose another --size than phone, such as A6.")
        }
        guard access(key, F_OK) == 0 || errno != ENOENT else {
            throw CommandError(
                .noInput, "There is no \(key.printable) here: name your secret key with --key, such as --key shop.key.")
        }
        let partner = try KeyFile.readPartnerKey(at: key)
        let grant = try await GrantFile.read(grant).grant
        let numbers = try wanted(of: grant)
        let tickets = try sign(numbers, of: grant, with: partner)
        let pictures = CodePictures(medium: codes.medium, png: codes.png, svg: codes.svg)
        try pictures.makeFolders()
        try pictures.makeSure(ofRoomFor: tickets.count)
        let path = pdf == nil ? codes.listPath : codes.list
        if let path, path != "-" {
            try OutputFolder.check(for: path)
            try OutputFile.makeSure(ofRoomFor: tickets.count * CodeWriter.mostBytesOfRow, at: path)
        }
        let digits = String(grant.ranges.last?.numbers.upperBound ?? 0).count
        for ticket in tickets {
            let text = String(ticket.line.number)
            let name = "\(GrantFile.slug(of: grant))-\(String(repeating: "0", count: digits - text.count))\(text)"
            try pictures.draw(ticket.line.code, name: name, title: ticket.face.id)
        }
        if let path { try write(tickets.map(\.line), to: path) }
        if let pdf {
            let pages = TicketPages(printer: printer)
            try pages.write(to: pdf) { body in for ticket in tickets { try body(ticket.face) } }
            if let sentence = PaperDocument.missingFonts(for: pages.missing) { Terminal.note(sentence) }
        }
        guard path != "-" else { return }
        let which =
            self.numbers.isEmpty
            ? PartnerNumbers.text(grant.ranges) : self.numbers.map(PartnerNumbers.text).joined(separator: ", ")
        Terminal.note(
            "\("ticket".counted(tickets.count)) signed for \(grant.eventName.printable), as "
                + "'\(grant.partner.printable)': \(which.printable).")
    }

    /// Returns the numbers to sign.
    private func wanted(of grant: PartnerGrant) throws -> [UInt32] {
        guard !numbers.isEmpty else { return grant.ranges.flatMap(\.numbers) }
        // Before long ranges are turned into a list.
        if let most = numbers.first(where: { $0.count > PartnerGrant.mostNumbers }) {
            throw beyond(most.upperBound, of: grant)
        }
        return Array(Set(numbers.prefix(PartnerGrant.mostNumbers).flatMap { $0 })).sorted()
    }

    private func beyond(_ number: UInt32, of grant: PartnerGrant) -> CommandError {
        CommandError(
            .badData,
            "\(PartnerGrantError.beyond(number: number)) You may sell \(PartnerNumbers.text(grant.ranges).printable). "
                + "Nothing was written.")
    }

    private func sign(
        _ numbers: [UInt32], of grant: PartnerGrant, with key: PartnerKey
    ) throws -> [(line: PartnerCodeLine, face: TicketFace)] {
        let when = (grant.opens ?? grant.starts).map { Timestamp(milliseconds: $0 * 1000) }
        let times = TicketTimes(doors: when, starts: nil, zone: .machine)
        return try numbers.map { number in
            let signed: SignedTicket
            do throws(PartnerGrantError) {
                signed = try key.sign(number, of: grant)
            } catch .beyond(let number) {
                throw beyond(number, of: grant)
            } catch {
                throw CommandError(.badData, "\(error) Nothing was written.")
            }
            let tier = grant.range(of: number)?.tier
            let line = PartnerCodeLine(
                number: number, ticket: signed.ticket.id.description, tier: tier, code: signed.code)
            let face = TicketFace(
                code: signed.code, id: "No. \(number) · \(grant.partner)", number: "No. \(number)",
                event: grant.eventName,
                when: times.day, times: times.times, tier: tier ?? "", holder: "")
            return (line, face)
        }
    }

    /// Writes the list; only this user may read the file, because anyone who can read a code can enter with it.
    private func write(_ lines: [PartnerCodeLine], to path: String) throws {
        var rows = codes.output.json ? "" : CSVWriter.row(PartnerCodeLine.columns)
        for line in lines { rows += try codes.output.json ? JSONLine.text(line) : CSVWriter.row(line.fields) }
        if path == "-" { try Terminal.output(rows) } else { try OutputFile.save(Array(rows.utf8), to: path) }
    }
}

/// A partner's ticket and its code.
struct PartnerCodeLine: OutputRecord {
    static let columns = ["number", "ticket", "tier", "code"]

    let schema = 1
    let number: UInt32
    let ticket: String
    let tier: String?
    let code: String
}
