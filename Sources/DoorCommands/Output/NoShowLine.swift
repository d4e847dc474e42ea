// A ticket that was not used by all the people it admits.

import Ledger
import TicketSigning

/// A no-show as a row of a table.
struct NoShowLine {
    private let ticket: IssuedTicket
    private let admits: Int
    private let came: Int

    init(_ ticket: IssuedTicket, admits: Int, came: Int) {
        self.ticket = ticket
        self.admits = admits
        self.came = came
    }

    /// The names of the columns, in the order of ``fields(withNames:)``.
    static func columns(withNames: Bool) -> [String] {
        ["ticket", "tier", "status", "admits", "came"] + (withNames ? ["holder", "reference"] : [])
    }

    /// Returns the values of the row.
    func fields(withNames: Bool) -> [String] {
        let row = [
            ticket.ticket.id.description, ticket.tier ?? "", ticket.status.rawValue, String(admits), String(came),
        ]
        return row + (withNames ? [ticket.holder ?? "", ticket.reference ?? ""] : [])
    }
}
