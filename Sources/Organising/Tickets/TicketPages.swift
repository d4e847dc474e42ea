// Many tickets in one PDF file.

import DoorOutput
import Paper
package import TicketPrinting

/// Writes tickets page by page; memory use does not grow with their number.
package final class TicketPages {
    private let printer: TicketPrinter
    /// Characters that no available font contains.
    package private(set) var missing: Set<Unicode.Scalar> = []
    /// The number of tickets written.
    package private(set) var count = 0

    package init(printer: TicketPrinter) {
        self.printer = printer
    }

    /// - Parameters:
    ///   - path: A file, or `-` for standard output.
    ///   - forEach: Calls its argument with what is on each ticket.
    /// - Throws: ``FileError``, `PaperError`, `PrintingError`; rethrows errors of `forEach`.
    package func write(to path: String, _ forEach: ((TicketFace) throws -> Void) throws -> Void) throws {
        guard path != "-" else { return try write({ try Terminal.output($0) }, forEach) }
        try OutputFolder.check(for: path)
        try OutputFile.save(to: path) { piece in
            try withoutActuallyEscaping(piece) { try write($0, forEach) }
        }
    }

    /// - Parameters:
    ///   - sink: Receives the file, piece by piece.
    ///   - forEach: Calls its argument with what is on each ticket.
    /// - Throws: `PaperError`, `PrintingError`; rethrows errors of `sink` and `forEach`.
    package func write(
        _ sink: @escaping ([UInt8]) throws -> Void,
        _ forEach: ((TicketFace) throws -> Void) throws -> Void
    ) throws {
        let document = try PaperDocument(title: "Tickets", write: sink)
        var page: [TicketFace] = []
        try forEach { face in
            page.append(face)
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
