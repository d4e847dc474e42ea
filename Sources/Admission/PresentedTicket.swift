// Identifies a code that was shown at the desk.

import Ledger
import TicketSigning

/// A classified code: our own ticket, recognised by its signature; another platform's, recognised by its text; or
/// neither.
enum PresentedTicket {
    /// The signature is valid.
    case signed(VerifiedTicket)
    /// The text is on the list as another platform's barcode.
    case foreign(ForeignTicket)
    /// It is not a ticket.
    case rejected(TicketRejection)
}

/// A code and what its signature says; only an ``AdmissionDesk`` creates one.
public struct ExaminedCode: Sendable {
    /// The scanned text.
    public let text: String
    let verification: Result<VerifiedTicket, TicketRejection>
}

extension AdmissionDesk {
    /// Verifies the signature of a code, which needs no ledger: several threads can do so while one judges.
    ///
    /// - Parameter code: The scanned text.
    /// - Returns: The code for this desk to judge.
    public func examine(_ code: String) -> ExaminedCode {
        ExaminedCode(text: code, verification: Result { () throws(TicketRejection) in try verifier.verify(code: code) })
    }

    /// Looks up a code that is not in our format among other platforms' barcodes.
    func presented(_ code: ExaminedCode) async throws -> PresentedTicket {
        switch code.verification {
        case .success(let ticket): return .signed(ticket)
        case .failure(.notATicket):
            let foreign = try await ledger.foreignTicket(for: code.text, of: gate.event)
            return foreign.map(PresentedTicket.foreign) ?? .rejected(.notATicket)
        case .failure(let rejection): return .rejected(rejection)
        }
    }
}
