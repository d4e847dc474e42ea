// What tickets show and in which colours, on the command line.

import ArgumentParser
import Ledger
import Organising
import Paper

/// The looks of an event's tickets; the colour is a tier's.
struct DesignOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The venue's name, or none.", valueName: "text"))
    var venue: Change<String>?

    @Option(help: ArgumentHelp("The venue's address in one line, or none.", valueName: "text"))
    var address: Change<String>?

    @Option(
        help: ArgumentHelp(
            "When the programme starts, or none; the doors open with --opens.", valueName: "time"),
        transform: Change<Timestamp>.parsed)
    var starts: Change<Timestamp>?

    @Option(
        help: ArgumentHelp(
            "A logo: a PNG or JPEG file of at most 5 MiB, or none.", valueName: "file"), completion: .file())
    var logo: Change<String>?

    @Option(
        help: ArgumentHelp("With --tier: its colour on tickets, such as 7b1fa2, or none.", valueName: "rrggbb"),
        transform: Change<TicketColour>.parsed)
    var colour: Change<TicketColour>?

    /// Whether there is nothing to change.
    var isEmpty: Bool { !isAboutEvent && colour == nil }
    /// Whether something is the event's and not a tier's.
    var isAboutEvent: Bool { venue != nil || address != nil || starts != nil || logo != nil }

    /// Reads the logo before anything is written.
    ///
    /// - Returns: What becomes of the logo; `nil` if it stays.
    /// - Throws: ``CommandError`` if the file cannot be a logo; `DecoderError`.
    func readLogo() async throws -> Change<PaperPicture>? {
        switch logo {
        case .value(let path): .value(try await EventLogo.read(path))
        case .some(.none): .some(.none)
        case nil: nil
        }
    }

    /// Changes how tickets look.
    ///
    /// - Parameters:
    ///   - logo: What becomes of the logo.
    ///   - event: The event.
    ///   - tier: The tier whose colour changes.
    ///   - ledger: The ledger.
    /// - Throws: `LedgerError`.
    func apply(
        _ logo: Change<PaperPicture>?, to event: Event, tier: String?, in ledger: Ledger
    ) async throws {
        guard !isEmpty else { return }
        _ = try await ledger.changeDesign(of: event.id) { [venue, address, starts, colour] design in
            if let venue { design.venue = venue.wanted }
            if let address { design.address = address.wanted }
            if let starts { design.starts = starts.wanted }
            if let colour, let tier { design.colours[tier] = colour.wanted }
        }
        if let logo { try await ledger.setLogo(logo.wanted?.png, of: event.id) }
    }
}
