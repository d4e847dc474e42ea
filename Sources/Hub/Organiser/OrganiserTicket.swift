// Tickets on the organiser's page.

import Ledger
import TicketSigning

/// A ticket in a list, or with its full history.
struct OrganiserTicket: Codable, Hashable, Sendable {
    let id: String
    let event: String
    let holder: String
    let reference: String
    let tier: String
    /// `valid`, `unpaid`, `blocked`, `revoked` or `replaced`.
    let status: String
    /// The history in chronological order; absent in a list.
    var history: [HistoryEntry]?
    /// The version that an action on the ticket must name; absent in a list.
    var version: String?

    /// One entry of the history.
    struct HistoryEntry: Codable, Hashable, Sendable {
        /// Milliseconds since 1970-01-01 00:00:00 UTC.
        let at: Int64
        /// `entry`, `exit`, `override`, or the action of staff: `block`, `revoke` …
        let what: String
        /// The gate and the box; empty for actions done elsewhere.
        let place: String
        /// The person who did it by hand; empty if it was not done by hand.
        let by: String
        /// The reason.
        let why: String
    }

    init(_ ticket: IssuedTicket) {
        id = ticket.ticket.id.description
        event = ticket.ticket.event.description
        holder = ticket.holder ?? ""
        reference = ticket.reference ?? ""
        tier = ticket.tier ?? ""
        status = ticket.status.rawValue
    }

    /// Creates a ticket with its history.
    init(_ record: TicketRecord) {
        self.init(record.listed)
        version = record.version.description
        let moved = record.movements.map { movement in
            let entry = movement.entry
            return HistoryEntry(
                at: entry.at.milliseconds, what: movement.kind.rawValue, place: "\(entry.gate) · \(entry.boxName)",
                by: "", why: ""
            )
        }
        let done = record.changes.map {
            HistoryEntry(
                at: $0.at.milliseconds, what: $0.action.rawValue, place: "", by: $0.by.actor, why: $0.by.why ?? ""
            )
        }
        history = (moved + done).sorted { $0.at < $1.at }
    }
}
