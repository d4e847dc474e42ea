// The logo on an event's tickets, and a sample of a ticket while the form is being filled in.

import DoorInstallation
import Hummingbird
import Ledger
import Organising
import Paper
import Scanner
import Sync
import TicketSigning

/// A logo as the page names it.
struct LogoState: Encodable, Sendable {
    /// A text that is another one for another logo; absent without one.
    let logo: String?

    /// - Parameter png: The logo's file; `nil` for none.
    init(_ png: [UInt8]?) {
        logo = png.map { RecordBytes(SHA256.hash($0)).base64url }
    }
}

extension OfficeDesk {
    /// Sets the logo on an event's tickets.
    ///
    /// - Throws: ``OfficeRefusal`` for a body that is too large; `CommandError` with one sentence if the file cannot be
    ///   a logo; `LedgerError`. The logo is as before then.
    func setLogo(_ body: RequestBody, of id: EventID) async throws -> LogoState {
        let event = try await event(id)
        let file = try await uploads.store(body, atMost: EventLogo.limits.bytes)
        let picture = try await EventLogo.read(file.path, decoding: decoding)
        try await context().ledger.setLogo(picture.png, of: event.id)
        return LogoState(picture.png)
    }

    /// Removes the logo from an event's tickets.
    func removeLogo(of id: EventID) async throws -> LogoState {
        try await context().ledger.setLogo(nil, of: try await event(id).id)
        return LogoState(nil)
    }

    /// Returns a ticket as it would look, as a PNG picture.
    ///
    /// - Throws: `LedgerError`, `PrintingError`, `PaperError`.
    func sample(_ wanted: SampleTicket) async throws -> [UInt8] {
        var logo: [UInt8]?
        if let event = wanted.event { logo = try await context().ledger.logo(of: event) }
        return try await printer.sample(wanted, logo: logo)
    }
}
