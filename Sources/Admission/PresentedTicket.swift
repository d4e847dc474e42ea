// What stands behind a code that was shown at the desk.

import Ledger
import TicketSigning

/// A code, told apart: a ticket of ours by its signature, a ticket that another platform sold by its text, or neither.
enum PresentedTicket {
    /// The signature holds.
    case signed(VerifiedTicket)
    /// The text stands on the list as another platform's barcode.
    case foreign(ForeignTicket)
    /// It is no ticket.
    case rejected(TicketRejection)
}

extension AdmissionDesk {
    /// Verifies a code; what does not look like a ticket of ours is looked up among other platforms' barcodes.
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
