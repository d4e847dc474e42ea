// A ticket that was not used by all the people it admits.

import DoorOutput
import Ledger
import TicketSigning

/// A no-show.
struct NoShowLine: OutputRecord {
    static let columns = ["ticket", "tier", "status", "admits", "came", "holder", "reference"]

    let schema = 1
    let ticket: String
    let tier: String?
    let status: String
    let admits: Int
    /// The number of people who entered with it.
    let came: Int
    let holder: String?
    let reference: String?

    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - admits: The number of people it admits.
    ///   - came: The number of people who entered with it.
    ///   - isNamed: Whether to include the holder's name and reference.
    init(_ ticket: IssuedTicket, admits: Int, came: Int, isNamed: Bool) {
        self.ticket = ticket.ticket.id.description
        tier = ticket.tier
        status = ticket.status.rawValue
        self.admits = admits
        self.came = came
        holder = isNamed ? ticket.holder : nil
        reference = isNamed ? ticket.reference : nil
    }

    /// Returns the names of the columns, in the order of ``fields(isNamed:)``.
    static func columns(isNamed: Bool) -> [String] {
        isNamed ? columns : Array(columns.dropLast(2))
    }

    /// Returns the values of the row.
    func fields(isNamed: Bool) -> [String] {
        let row = [ticket, tier ?? "", status, String(admits), String(came)]
        return row + (isNamed ? [holder ?? "", reference ?? ""] : [])
    }
}
