// Tickets as people name them.

import Ledger
import TicketSigning

extension Station {
    /// The ticket that a text names: an identifier of the list, or a genuine code, whether or not the list has it.
    ///
    /// - Parameter text: A code as scanned, or a UUID.
    /// - Returns: What the ticket's code says.
    /// - Throws: ``CommandError`` that never holds the text: a code is as good as a ticket.
    func ticket(named text: String) async throws -> Ticket {
        if let id = TicketID(text) {
            guard let listed = try await ledger.ticket(id) else { throw missing(id) }
            return listed.ticket
        }
        let verifier = TicketVerifier(keyRing: try keys.ring(for: try await ledger.keys()))
        do throws(TicketRejection) {
            return try verifier.verify(code: text).ticket
        } catch .notATicket {
            throw CommandError(.usage, "Name a ticket by its identifier, as `ticket find` shows it, or by its code.")
        } catch {
            throw CommandError(.refused, error.description)
        }
    }

    /// What is said of a ticket that the list does not have.
    func missing(_ id: TicketID) -> CommandError {
        CommandError(.noInput, "No ticket \(id) is on the list in \(ledger.path).")
    }
}
