// Writing ticket codes for paper and screens.

import DoorOutput
import Ledger
import Organising
import TicketLists
import TicketPrinting
import TicketSigning

/// The files that codes are written to.
struct CodeFiles {
    /// The list; `-` for standard output; `nil` for none.
    let list: String?
    /// Whether the list is JSON Lines instead of CSV.
    let isJSON: Bool
    /// A folder for PNG pictures named after the tickets; `nil` for none.
    let png: String?
    /// A folder for SVG pictures named after the tickets; `nil` for none.
    let svg: String?
}

/// A ticket's code.
struct CodeLine: OutputRecord {
    static let columns = ["ticket", "holder", "reference", "tier", "admits", "code"]

    let schema = 1
    let ticket: String
    let holder: String?
    let reference: String?
    let tier: String?
    let admits: Int
    let code: String
}

/// Writes codes as pictures, one file each.
struct CodePictures {
    let medium: Medium
    /// A folder for PNG pictures; `nil` for none.
    let png: String?
    /// A folder for SVG pictures; `nil` for none.
    let svg: String?

    /// Creates the folders.
    ///
    /// - Throws: ``FileError``.
    func makeFolders() throws {
        for folder in [png, svg].compactMap(\.self) { try OutputFolder.make(folder) }
    }

    /// Checks that the pictures can be written.
    ///
    /// - Parameter count: The number of codes.
    /// - Throws: ``FileError``.
    func makeSure(ofRoomFor count: Int) throws {
        if let png { try OutputFolder.makeSure(ofRoomFor: count * Self.mostBytesOfPNG, in: png) }
        if let svg { try OutputFolder.makeSure(ofRoomFor: count * Self.mostBytesOfSVG, in: svg) }
    }

    /// Sizes are rounded up, because files occupy whole disk blocks.
    private static let mostBytesOfPNG = 4096
    private static let mostBytesOfSVG = 8192

    /// Draws a code; only this user may read the files.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - name: The name of the files, without their endings.
    ///   - title: What an SVG picture is called.
    /// - Throws: `PrintingError`, ``FileError``.
    func draw(_ code: String, name: String, title: String) throws {
        guard png != nil || svg != nil else { return }
        let symbol = try QRSymbol(text: code, errorCorrection: medium.errorCorrection)
        if let png { try OutputFile.save(symbol.png(), to: "\(png)/\(name).png") }
        if let svg { try OutputFile.save(Array(symbol.svg(title: title).utf8), to: "\(svg)/\(name).svg") }
    }
}

/// Signs tickets and writes their codes as a list and as pictures.
struct CodeWriter {
    private let signers: TicketSigners
    private let pictures: CodePictures
    private let files: CodeFiles

    /// Creates the output folders, before any ticket is issued.
    ///
    /// - Parameters:
    ///   - signers: What signs the tickets.
    ///   - medium: Where the pictures are shown.
    ///   - files: The files to write.
    /// - Throws: ``FileError``.
    init(signers: TicketSigners, medium: Medium, files: CodeFiles) throws {
        (self.signers, self.files) = (signers, files)
        pictures = CodePictures(medium: medium, png: files.png, svg: files.svg)
        try pictures.makeFolders()
        if let list = files.list, list != "-" { try OutputFolder.check(for: list) }
    }

    /// Checks that the files can be written, to prevent issuing a ticket whose code would be lost.
    ///
    /// - Parameter count: The number of codes.
    /// - Throws: ``FileError``.
    func makeSure(ofRoomFor count: Int) throws {
        try pictures.makeSure(ofRoomFor: count)
        if let list = files.list, list != "-" {
            try OutputFile.makeSure(ofRoomFor: count * Self.mostBytesOfRow, at: list)
        }
    }

    static let mostBytesOfRow = 1024

    /// Writes the codes of recorded tickets; if that fails, the error explains how to try again.
    ///
    /// - Parameters:
    ///   - tickets: Tickets of the event.
    ///   - event: The event.
    ///   - terms: The terms of the event.
    /// - Throws: ``CommandError`` that states the command to write them again.
    func write(recorded tickets: [IssuedTicket], of event: Event, on terms: EventTerms) throws {
        do {
            try write(tickets, on: terms)
        } catch  where !tickets.isEmpty {
            let names = tickets.count > Self.mostNamed ? [] : tickets.map(\.ticket.id.description)
            let command = (["doorcheck ticket codes --event", event.slug] + names).joined(separator: " ")
            let what = tickets.count == 1 ? "The ticket is" : "All \(tickets.count) tickets are"
            throw CommandError(
                ExitStatus(error),
                "\(error) \(what) in the ledger, so do not issue again; `\(command)` writes the codes."
            )
        }
    }

    /// The largest number of identifiers in a sentence.
    private static let mostNamed = 3

    /// Writes codes; only this user may read the files, because anyone who can read a code can enter with it.
    ///
    /// - Parameters:
    ///   - tickets: Tickets of one event.
    ///   - terms: The terms of that event.
    /// - Throws: `SigningError`, `PrintingError`, ``FileError``.
    func write(_ tickets: [IssuedTicket], on terms: EventTerms) throws {
        var rows = files.isJSON ? "" : CSVWriter.row(CodeLine.columns)
        for ticket in tickets {
            let code = try signers.code(of: ticket)
            let line = CodeLine(
                ticket: ticket.ticket.id.description, holder: ticket.holder, reference: ticket.reference,
                tier: ticket.tier, admits: terms.people(of: ticket), code: code
            )
            rows += try files.isJSON ? JSONLine.text(line) : CSVWriter.row(line.fields)
            try pictures.draw(code, name: line.ticket, title: line.ticket)
        }
        guard let list = files.list else { return }
        if list == "-" { try Terminal.output(rows) } else { try OutputFile.save(Array(rows.utf8), to: list) }
    }
}
