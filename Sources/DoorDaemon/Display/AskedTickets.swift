// Genuine tickets that are on no list, for staff who are asked about them.

import Synchronization
import TicketSigning

/// The latest tickets about which verdicts asked staff, so that staff can open one that this box has no row of.
///
/// The ledger knows a ticket by its row; of one that is on no list there is only the code that the guest has shown.
/// Its signature was valid: a verdict has no ticket otherwise.
final class AskedTickets: Sendable {
    private let tickets = Mutex<[Ticket]>([])

    /// The number of tickets that are remembered; the queue has room for 100 guests.
    static let capacity = 200

    /// Remembers a ticket in place of the oldest one.
    func note(_ ticket: Ticket) {
        tickets.withLock { tickets in
            tickets.removeAll { $0.id == ticket.id }
            tickets = (tickets + [ticket]).suffix(Self.capacity)
        }
    }

    /// - Returns: The ticket; `nil` if no verdict has asked about it lately.
    func ticket(_ id: TicketID) -> Ticket? {
        tickets.withLock { tickets in tickets.first { $0.id == id } }
    }
}
