// Tickets as the organiser's page shows them.

import Ledger
import TicketSigning

/// A ticket in a list, and with all that happened to it.
struct OrganiserTicket: Codable, Hashable, Sendable {
    let id: String
    let event: String
    let holder: String
    let reference: String
    let tier: String
    /// `valid`, `unpaid`, `blocked`, `revoked` or `replaced`.
    let status: String
    /// In the order of time; absent in a list.
    var history: [HistoryEntry]?
    /// What an act on the ticket hands back; absent in a list.
    var version: String?

    /// One thing that happened.
    struct HistoryEntry: Codable, Hashable, Sendable {
        /// Milliseconds since 1970-01-01 00:00:00 UTC.
        let at: Int64
        /// `entry`, `exit`, `override`, or what staff did: `block`, `revoke` …
        let what: String
        /// The gate and the box; empty for what was done elsewhere.
        let place: String
        /// Who did it by hand; empty for nobody.
        let by: String
        /// Why.
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

    /// With its history.
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
