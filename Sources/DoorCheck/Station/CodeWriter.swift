// Ticket codes on paper and screens.

import Glibc
import Ledger
import TicketLists
import TicketPrinting
import TicketSigning

/// Signs tickets and writes their codes as a list and as pictures.
struct CodeWriter {
    private let master: MasterKey
    private let medium: Medium

    init(master: MasterKey, medium: Medium) throws {
        self.master = master
        self.medium = medium
    }

    /// Writes codes; who reads the files can enter, so only this user may.
    ///
    /// - Parameters:
    ///   - tickets: Of one event.
    ///   - csv: A file, `-` for standard output, `nil` for none.
    ///   - png: A folder for pictures named after the tickets, `nil` for none.
    ///   - svg: The same for SVG.
    /// - Throws: `SigningError`, `PrintingError`, ``FileError``.
    func write(_ tickets: [IssuedTicket], csv: String?, png: String?, svg: String?) throws {
        for folder in [png, svg].compactMap(\.self) where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw FileError("make the folder \(folder)", errno: errno)
        }
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
                id, ticket.holder ?? "", ticket.reference ?? "", ticket.tier ?? "", String(ticket.admits), code,
            ])
            try draw(code, id: id, png: png, svg: svg)
        }
        guard let csv else { return }
        if csv == "-" { try Terminal.output(rows) } else { try OutputFile.save(Array(rows.utf8), to: csv) }
    }

    private func draw(_ code: String, id: String, png: String?, svg: String?) throws {
        guard png != nil || svg != nil else { return }
        let symbol = try QRSymbol(text: code, errorCorrection: medium.errorCorrection)
        if let png { try OutputFile.save(symbol.png(), to: "\(png)/\(id).png") }
        if let svg { try OutputFile.save(Array(symbol.svg(title: id).utf8), to: "\(svg)/\(id).svg") }
    }
}
