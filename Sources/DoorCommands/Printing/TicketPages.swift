// Many tickets in one PDF file.

import DoorOutput
import Ledger
import Paper
import TicketPrinting

/// Writes tickets page by page; memory use does not grow with their number.
final class TicketPages {
    private let printer: TicketPrinter
    private let faces: TicketFaceBuilder
    /// Characters that no available font contains.
    private(set) var missing: Set<Unicode.Scalar> = []
    /// The number of tickets written.
    private(set) var count = 0

    init(printer: TicketPrinter, faces: TicketFaceBuilder) {
        self.printer = printer
        self.faces = faces
    }

    /// - Parameters:
    ///   - path: A file, or `-` for standard output.
    ///   - forEach: Calls its argument with each ticket.
    /// - Throws: ``FileError``, `PaperError`, `PrintingError`; rethrows errors of `forEach`.
    func write(to path: String, _ forEach: ((IssuedTicket) throws -> Void) throws -> Void) throws {
        guard path != "-" else { return try write({ try Terminal.output($0) }, forEach) }
        try OutputFolder.check(for: path)
        try OutputFile.save(to: path) { piece in
            try withoutActuallyEscaping(piece) { try write($0, forEach) }
        }
    }

    private func write(
        _ sink: @escaping ([UInt8]) throws -> Void,
        _ forEach: ((IssuedTicket) throws -> Void) throws -> Void
    ) throws {
        let document = try PaperDocument(title: "Tickets", write: sink)
        var page: [TicketFace] = []
        try forEach { ticket in
            page.append(try faces.face(of: ticket))
            count += 1
            guard page.count == printer.ticketsPerPage else { return }
            try printer.draw(page, on: document)
            page.removeAll(keepingCapacity: true)
        }
        if !page.isEmpty { try printer.draw(page, on: document) }
        try document.finish()
        missing = document.missing
    }
}
