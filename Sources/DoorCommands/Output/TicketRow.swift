// A ticket in an export.

import DoorOutput
import Ledger
import TicketSigning

/// A ticket in an export.
struct TicketRow: OutputRecord {
    let schema = 1
    let event: String
    let ticket: String
    let user: String
    let holder: String?
    let reference: String?
    let tier: String?
    let status: String
    let admits: Int?
    let entries: Int
    let firstEntry: String?
    let note: String?
    let validFrom: String?
    let validUntil: String?
    let barcode: String?

    init(_ exported: ExportedTicket, withBarcode: Bool) {
        let ticket = exported.ticket
        event = exported.event
        self.ticket = ticket.ticket.id.description
        user = ticket.ticket.user.description
        holder = ticket.holder
        reference = ticket.reference
        tier = ticket.tier
        status = ticket.status.rawValue
        admits = ticket.admits
        entries = exported.entries
        firstEntry = exported.firstEntry?.description
        note = ticket.note
        validFrom = ticket.opens?.description
        validUntil = ticket.closes?.description
        barcode = withBarcode ? exported.barcode : nil
    }

    /// The names of the CSV columns, in the order of ``fields``.
    static let columns = [
        "event", "ticket", "user", "holder", "reference", "tier", "status", "admits", "entries", "first_entry", "note",
        "valid_from", "valid_until", "barcode",
    ]

    /// The values as CSV fields.
    var fields: [String] {
        let texts: [String?] = [
            event, ticket, user, holder, reference, tier, status, admits.map(String.init), String(entries), firstEntry,
            note, validFrom, validUntil, barcode,
        ]
        return texts.map { $0 ?? "" }
    }
}
