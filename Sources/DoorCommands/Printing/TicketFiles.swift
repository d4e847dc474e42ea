// One file per ticket.

import DoorOutput
import DoorTexts
import Ledger
import Mail
import Organising
import Paper
import TicketLists
import TicketPrinting
import TicketSigning

/// Writes a PDF file, or a picture for a phone, and a mail for each ticket, and a list of them.
struct TicketFiles {
    private let printer: TicketPrinter
    private let faces: TicketFaceBuilder
    private let folder: String?
    private let letters: (mailer: TicketMailer, folder: String)?
    private let merge: String?
    private var rows: String
    /// Characters that no available font contains.
    private(set) var missing: Set<Unicode.Scalar> = []
    /// The number of tickets written.
    private(set) var count = 0
    /// The number of tickets without a mail address.
    private(set) var unaddressed = 0

    /// - Parameters:
    ///   - printer: Draws the pages.
    ///   - faces: Creates the content of the pages.
    ///   - folder: The folder for the tickets.
    ///   - letters: Creates the mails, and their folder.
    ///   - merge: A CSV file that lists the tickets.
    /// - Throws: ``FileError`` if a folder cannot be created.
    init(
        printer: TicketPrinter,
        faces: TicketFaceBuilder,
        folder: String?,
        letters: (mailer: TicketMailer, folder: String)?,
        merge: String?
    ) throws {
        (self.printer, self.faces, self.folder, self.letters, self.merge) = (printer, faces, folder, letters, merge)
        for folder in [folder, letters?.folder].compactMap(\.self) { try OutputFolder.make(folder) }
        if let merge { try OutputFolder.check(for: merge) }
        rows = CSVWriter.row(["ticket", "holder", "reference", "tier", "event", "when", "pdf", "mail"])
    }

    /// Writes the files of a ticket.
    ///
    /// - Parameter ticket: The next ticket.
    /// - Throws: ``FileError``, `PaperError`, `PrintingError`.
    mutating func write(_ ticket: IssuedTicket) throws {
        let face = try faces.face(of: ticket)
        let (isPicture, bytes) = (printer.paper.isPicture, try file(face))
        count += 1
        let files = (
            ticket: folder.map { "\($0)/\(face.id).\(isPicture ? "png" : "pdf")" },
            mail: letters.map { "\($0.folder)/\(face.id).eml" }
        )
        var mail: String?
        if let path = files.ticket { try OutputFile.save(bytes, to: path) }
        if let letters, let path = files.mail {
            if let to = MailAddress(of: ticket) {
                let message = letters.mailer.mail(
                    to: to, for: [ticket], file: bytes, isPicture: isPicture, on: WallClock.now, isDraft: true)
                try OutputFile.save(message.bytes, to: path)
                mail = path
            } else {
                unaddressed += 1
            }
        }
        guard merge != nil else { return }
        rows += CSVWriter.row([
            face.id, face.holder, ticket.reference ?? "", face.tier, face.event, faces.when, files.ticket ?? "",
            mail ?? "",
        ])
    }

    /// Writes the list.
    ///
    /// - Throws: ``FileError``.
    func finish() throws {
        if let merge { try OutputFile.save(Array(rows.utf8), to: merge) }
    }

    private mutating func file(_ face: TicketFace) throws -> [UInt8] {
        let page =
            printer.paper.isPicture
            ? try printer.phonePicture(of: face)
            : try PaperDocument.file(title: face.event) { try printer.draw([face], on: $0) }
        missing.formUnion(page.missing)
        return page.bytes
    }
}
