// Printing tickets.

import BlockingCalls
import DoorInstallation
import DoorTexts
import Ledger
import Organising
import Paper
import TicketPrinting
import TicketSigning

/// Which tickets are printed, and on what.
struct PrintRequest: Sendable {
    /// A size of `TicketPaper`.
    let size: String
    /// The only tier; `nil` for all.
    let tier: String?
    /// The only ticket; `nil` for all.
    let ticket: TicketID?

    /// The tickets that are named; empty for all.
    var tickets: [TicketID] { ticket.map { [$0] } ?? [] }
}

/// Draws tickets on a thread of its own: thousands take a while.
actor PrintService {
    private let queue = BlockingQueue(label: "print")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Returns all pages as a PDF, or pictures for phones in a ZIP file, and the tickets on them. A named ticket's
    /// picture is no ZIP file.
    ///
    /// - Throws: ``CommandError`` if there is nothing to print; `LedgerError`, `PrintingError`, `PaperError`.
    func pages(_ wanted: PrintRequest, of event: Event, in context: CommandContext) async throws -> (
        TemporaryFile, [TicketID]
    ) {
        // A connection of its own: pages of thousands of tickets take a while, and everything else goes on.
        let own = try CommandContext(context.configuration, for: .reading, as: "doorcheck office")
        let (printer, faces, selection) = try await setUp(wanted, of: event, in: own)
        let file = try TemporaryFile()
        var printed: [TicketID] = []
        let isOne = printer.paper.isPicture && wanted.ticket != nil
        try TicketPages(printer: printer).write({ try $0.withUnsafeBytes { try file.append($0) } }, isOne: isOne) {
            draw in
            try selection.forEach {
                try Task.checkCancellation()
                printed.append($0.ticket.id)
                try draw(faces.face(of: $0))
            }
        }
        return (file, printed)
    }

    /// Returns a page as a PNG picture.
    ///
    /// - Throws: As ``pages(_:of:in:)``.
    func preview(_ wanted: PrintRequest, of event: Event, in context: CommandContext) async throws -> [UInt8] {
        let printer = try TicketPrinter(TicketPaper(wanted.size), logo: await context.logo(of: event.id))
        let faces = try await context.faces(of: event)
        let tickets = try await someTickets(wanted, atMost: printer.ticketsPerPage, of: event, in: context)
        guard !tickets.isEmpty else { throw OfficeRefusal("There is no ticket to print.") }
        let page = try tickets.map { try faces.face(of: $0) }
        return try printer.picture(of: page, pixels: Self.previewPixels)
    }

    /// Returns a sample of a ticket as a PNG picture.
    ///
    /// - Throws: `PrintingError`, `PaperError`.
    func sample(_ wanted: SampleTicket, logo: [UInt8]?) throws -> [UInt8] {
        let picture = try logo.map { png in try PaperPicture(png: png) }
        return try TicketPrinter(TicketPaper("A6"), logo: picture).picture(
            of: [wanted.face], pixels: Self.samplePixels)
    }

    /// Draws pages that nobody sees: finding and loading fonts takes longer than a preview.
    func loadFonts() {
        for size in ["A6", "3x8"] {
            _ = try? TicketPrinter(TicketPaper(size)).picture(of: [SampleTicket.empty.face], pixels: Self.previewPixels)
        }
    }

    private static let previewPixels = 1100
    private static let samplePixels = 900

    /// Returns tickets for a preview: the list is not sorted for it.
    private func someTickets(
        _ wanted: PrintRequest, atMost count: Int, of event: Event, in context: CommandContext
    ) async throws -> [IssuedTicket] {
        if let id = wanted.ticket { return try await [context.ledger.ticket(id)].compactMap(\.self) }
        let retired = RetiredKeys(try await context.ledger.keys(of: event.id))
        var filter = TicketFilter()
        filter.event = event.id
        filter.tier = wanted.tier
        filter.statuses = [.valid, .unpaid]
        var (found, place, limit): ([IssuedTicket], Int64?, Int) = ([], nil, count)
        repeat {
            let part = try await context.ledger.tickets(matching: filter, after: place, limit: limit)
            found += part.tickets.map(\.ticket).filter { !retired.signed($0) }
            place = part.next
            // Where retired keys signed many, few of the list are left.
            limit = max(count, 100)
        } while found.count < count && place != nil
        return Array(found.prefix(count))
    }

    private func setUp(
        _ wanted: PrintRequest, of event: Event, in context: CommandContext
    ) async throws -> (TicketPrinter, TicketFaceBuilder, TicketSelection) {
        let printer = try TicketPrinter(TicketPaper(wanted.size), logo: await context.logo(of: event.id))
        let faces = try await context.faces(of: event)
        let selection = try await TicketSelection(
            context, of: event, tier: wanted.tier, named: wanted.ticket.map { [$0] } ?? [])
        return (printer, faces, selection)
    }
}
