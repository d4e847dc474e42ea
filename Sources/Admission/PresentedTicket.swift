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

extension AdmissionDesk {
    /// Verifies a code; looks up one that is not in our format among other platforms' barcodes.
    func presented(_ code: String) async throws -> PresentedTicket {
        do throws(TicketRejection) {
            return .signed(try verifier.verify(code: code))
        } catch .notATicket {
            let foreign = try await ledger.foreignTicket(for: code, of: gate.event)
            return foreign.map(PresentedTicket.foreign) ?? .rejected(.notATicket)
        } catch {
            return .rejected(error)
        }
    }
}
