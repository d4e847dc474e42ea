// A grant for programs.

import DoorOutput
import Ledger
import TicketSigning

/// What a partner may sell.
struct GrantLine: OutputRecord {
    static let columns = ["grant", "partner", "event", "numbers", "tickets", "admitted", "state", "file"]

    let schema = 1
    let grant: String
    let partner: String
    /// The event's short name; absent if the ledger does not have the event.
    let event: String?
    /// The ranges, such as `1-500 Regular, 501-520 VIP`.
    let numbers: String
    let tickets: Int
    /// How many of the tickets have been admitted; absent for a new grant.
    let admitted: Int?
    /// `valid` or `retired`.
    let state: String
    /// The file that was written, for `partner grant`.
    let file: String?

    init(_ record: GrantRecord, event: String?, admitted: Int? = nil, file: String? = nil) {
        (grant, partner) = (record.grant.id.description, record.grant.partner)
        (self.event, self.admitted, self.file) = (event, admitted, file)
        numbers = PartnerNumbers.text(record.grant.ranges)
        tickets = record.grant.count
        state = record.isRetired ? "retired" : "valid"
    }
}
