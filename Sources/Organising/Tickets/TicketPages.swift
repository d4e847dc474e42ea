// Many tickets in one file.

import DoorOutput
import Paper
package import TicketPrinting

/// Writes tickets page by page, or pictures for phones one after the other; memory use does not grow with their number.
package final class TicketPages {
    private let printer: TicketPrinter
    /// Characters that no available font contains.
    package private(set) var missing: Set<Unicode.Scalar> = []
    /// The number of tickets written.
    package private(set) var count = 0

    package init(printer: TicketPrinter) {
        self.printer = printer
    }

    /// Writes a PDF, or a ZIP file of pictures for phones.
    ///
    /// - Parameters:
    ///   - path: A file, or `-` for standard output. A name that ends in `.png` takes one picture for a phone.
    ///   - forEach: Calls its argument with what is on each ticket.
    /// - Throws: ``CommandError`` if there are more tickets than the file can take; ``FileError``, `PaperError`,
    ///   `PrintingError`; rethrows errors of `forEach`.
    package func write(to path: String, _ forEach: ((TicketFace) throws -> Void) throws -> Void) throws {
        let isOne = printer.paper.isPicture && path.lowercased().hasSuffix(".png")
        guard path != "-" else { return try write({ try Terminal.output($0) }, forEach) }
        try OutputFolder.check(for: path)
        try OutputFile.save(to: path) { piece in
            try withoutActuallyEscaping(piece) { try write($0, isOne: isOne, forEach) }
        }
    }

    /// - Parameters:
    ///   - sink: Receives the file, piece by piece: a PDF, or a ZIP file of pictures for phones.
    ///   - isOne: Whether the file is one picture for a phone, and no ZIP file.
    ///   - forEach: Calls its argument with what is on each ticket.
    /// - Throws: ``CommandError`` for a second picture in one file; `PaperError`, `PrintingError`; rethrows errors of
    ///   `sink` and `forEach`.
    package func write(
        _ sink: @escaping ([UInt8]) throws -> Void,
        isOne: Bool = false,
        _ forEach: ((TicketFace) throws -> Void) throws -> Void
    ) throws {
        guard !printer.paper.isPicture else {
            return isOne ? try writeOne(sink, forEach) : try writePictures(sink, forEach)
        }
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

    private func writePictures(
        _ sink: @escaping ([UInt8]) throws -> Void, _ forEach: ((TicketFace) throws -> Void) throws -> Void
    ) throws {
        var archive = ZipWriter(sink)
        try forEach { try archive.add(picture(of: $0), named: "ticket-\($0.id).png") }
        try archive.finish()
    }

    private func writeOne(
        _ sink: @escaping ([UInt8]) throws -> Void, _ forEach: ((TicketFace) throws -> Void) throws -> Void
    ) throws {
        try forEach { face in
            guard count == 0 else {
                throw CommandError(
                    .usage, "A PNG file has one ticket; name the file .zip, or write them to a folder with --each.")
            }
            try sink(picture(of: face))
        }
    }

    private func picture(of face: TicketFace) throws -> [UInt8] {
        let picture = try printer.phonePicture(of: face)
        missing.formUnion(picture.missing)
        count += 1
        return picture.bytes
    }
}
