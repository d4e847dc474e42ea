// Tickets of the ledger from rows of a list.

package import Ledger
package import TicketLists
package import TicketSigning

extension ImportedTicket {
    /// Creates a ticket of an event from a row of a list.
    ///
    /// - Parameters:
    ///   - entry: The row.
    ///   - event: The event.
    ///   - tier: The tier in the event's own spelling; `nil` for the row's.
    package init(_ entry: ListEntry, of event: EventID, tier: String? = nil) {
        let status: TicketStatus? =
            switch entry.status {
            case nil: nil
            case .valid: .valid
            case .unpaid: .unpaid
            case .blocked: .blocked
            case .withdrawn: .revoked
            }
        self.init(
            line: entry.line,
            event: event,
            identity: entry.identity,
            person: entry.person,
            tier: tier ?? entry.tier,
            status: status,
            holder: entry.name,
            reference: entry.reference,
            admits: entry.admits,
            note: entry.note,
            opens: entry.opens.map(Timestamp.init(milliseconds:)),
            closes: entry.closes.map(Timestamp.init(milliseconds:)),
            barcode: entry.barcode
        )
    }
}
