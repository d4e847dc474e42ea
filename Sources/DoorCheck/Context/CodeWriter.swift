// Ticket codes on paper and screens.

import Ledger
import TicketLists
import TicketPrinting
import TicketSigning

/// Signs tickets and writes their codes as a list and as pictures.
struct CodeWriter {
    private let master: MasterKey
    private let medium: Medium
    private let csv: String?
    private let png: String?
    private let svg: String?

    /// Makes the folders that are to be written to, before any ticket is issued.
    ///
    /// - Parameters:
    ///   - master: The issuer's secret.
    ///   - medium: Where the pictures are shown.
    ///   - csv: A file, `-` for standard output, `nil` for none.
    ///   - png: A folder for pictures named after the tickets, `nil` for none.
    ///   - svg: The same for SVG.
    /// - Throws: ``FileError``.
    init(master: MasterKey, medium: Medium, csv: String?, png: String?, svg: String?) throws {
        (self.master, self.medium, self.csv, self.png, self.svg) = (master, medium, csv, png, svg)
        for folder in [png, svg].compactMap(\.self) { try OutputFolder.make(folder) }
        if let csv, csv != "-" { try OutputFolder.check(for: csv) }
    }

    /// Makes sure that the files can be written, so that no ticket is issued whose code is nowhere.
    ///
    /// - Parameter count: Of codes.
    /// - Throws: ``FileError``.
    func makeSure(ofRoomFor count: Int) throws {
        if let png { try OutputFolder.makeSure(ofRoomFor: count * Self.mostBytesOfPNG, in: png) }
        if let svg { try OutputFolder.makeSure(ofRoomFor: count * Self.mostBytesOfSVG, in: svg) }
        if let csv, csv != "-" { try OutputFile.makeSure(ofRoomFor: count * Self.mostBytesOfRow, at: csv) }
    }

    /// A file takes whole blocks of a disk.
    private static let mostBytesOfPNG = 4096
    private static let mostBytesOfSVG = 8192
    private static let mostBytesOfRow = 512

    /// Writes codes of tickets that the ledger has, and says how to try again where that fails.
    ///
    /// - Parameters:
    ///   - tickets: Of the event.
    ///   - event: Which event.
    ///   - terms: Of that event.
    /// - Throws: ``CommandError`` that names the command which writes them again.
    func write(recorded tickets: [IssuedTicket], of event: Event, on terms: EventTerms) throws {
        do {
            try write(tickets, on: terms)
        } catch  where !tickets.isEmpty {
            let names = tickets.count > Self.mostNamed ? [] : tickets.map(\.ticket.id.description)
            let command = (["doorcheck ticket codes --event", event.slug] + names).joined(separator: " ")
            let what = tickets.count == 1 ? "The ticket is" : "All \(tickets.count) tickets are"
            throw CommandError(
                ExitStatus(error),
                "\(error) \(what) in the ledger all the same, so do not issue again; `\(command)` writes the codes."
            )
        }
    }

    /// More identifiers than this do not belong into a sentence.
    private static let mostNamed = 3

    /// Writes codes; who reads the files can enter, so only this user may.
    ///
    /// - Parameters:
    ///   - tickets: Of one event.
    ///   - terms: Of that event.
    /// - Throws: `SigningError`, `PrintingError`, ``FileError``.
    func write(_ tickets: [IssuedTicket], on terms: EventTerms) throws {
        var signers: [UInt32: TicketSigner] = [:]
        var rows = CSVWriter.row(["ticket", "holder", "reference", "tier", "admits", "code"])
        for ticket in tickets {
            let signer =
                try signers[ticket.epoch]
                ?? TicketSigner(key: master.eventKey(for: ticket.ticket.event, epoch: ticket.epoch))
            signers[ticket.epoch] = signer
            let code = try signer.sign(ticket.ticket).code
            let id = ticket.ticket.id.description
            rows += CSVWriter.row([
                id, ticket.holder ?? "", ticket.reference ?? "", ticket.tier ?? "",
                String(terms.people(of: ticket)), code,
            ])
            try draw(code, id: id)
        }
        guard let csv else { return }
        if csv == "-" { try Terminal.output(rows) } else { try OutputFile.save(Array(rows.utf8), to: csv) }
    }

    private func draw(_ code: String, id: String) throws {
        guard png != nil || svg != nil else { return }
        let symbol = try QRSymbol(text: code, errorCorrection: medium.errorCorrection)
        if let png { try OutputFile.save(symbol.png(), to: "\(png)/\(id).png") }
        if let svg { try OutputFile.save(Array(symbol.svg(title: id).utf8), to: "\(svg)/\(id).svg") }
    }
}
