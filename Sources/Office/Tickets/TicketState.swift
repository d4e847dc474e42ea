// Tickets as the page shows them.

import DoorTexts
import Ledger
import TicketSigning

/// A ticket in the list.
struct TicketEntry: Encodable {
    let id: String
    /// The number that is printed on it and can be read out.
    let number: String
    let name: String?
    let reference: String?
    let tier: String?
    /// `valid`, `unpaid`, `blocked`, `revoked` or `replaced`.
    let status: String
    let admits: Int
    let entries: Int
    let hasBarcode: Bool

    init(_ listed: ListedTicket) {
        let ticket = listed.ticket
        id = ticket.ticket.id.description
        number = TicketNumber(ticket.ticket.id).description
        (name, reference, tier, status) = (ticket.holder, ticket.reference, ticket.tier, ticket.status.rawValue)
        (admits, entries, hasBarcode) = (listed.admits, listed.entries, listed.hasBarcode)
    }
}

/// A part of the list.
struct TicketPage: Encodable {
    let tickets: [TicketEntry]
    /// Where the next part begins; absent after the last.
    let next: String?
}

/// A ticket with everything that happened to it.
struct TicketState: Encodable {
    let entry: TicketEntry
    let version: String
    let note: String?
    let opens: Int64?
    let closes: Int64?
    let history: [Line]
    /// What the person can do with it now.
    let actions: [String]
    /// Whether the person may have its code.
    let canPrint: Bool

    struct Line: Encodable {
        let at: Int64
        let text: String
    }

    init(_ record: TicketRecord, _ listed: ListedTicket, for permit: DeskPermit, canPrint: Bool) {
        entry = TicketEntry(listed)
        version = record.version.description
        note = listed.ticket.note
        (opens, closes) = (listed.ticket.opens?.milliseconds, listed.ticket.closes?.milliseconds)
        let moved = record.movements.map { movement in
            Line(at: movement.entry.at.milliseconds, text: movement.words)
        }
        let done = record.changes.map { Line(at: $0.at.milliseconds, text: $0.words) }
        history = (moved + done).sorted { $0.at < $1.at }
        actions = listed.actions.filter { permit.permits($0, on: listed.ticket.status) }.map(\.rawValue)
        self.canPrint = canPrint
    }

    func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(version, forKey: .version)
        try values.encodeIfPresent(note, forKey: .note)
        try values.encodeIfPresent(opens, forKey: .opens)
        try values.encodeIfPresent(closes, forKey: .closes)
        try values.encode(history, forKey: .history)
        try values.encode(actions, forKey: .actions)
        try values.encode(canPrint, forKey: .canPrint)
    }

    private enum Keys: CodingKey {
        case version, note, opens, closes, history, actions, canPrint
    }
}

extension ListedTicket {
    fileprivate var actions: [TicketAction] {
        switch ticket.status {
        case .valid: hasBarcode ? [.block, .revoke] : [.block, .reissue, .revoke]
        case .unpaid: hasBarcode ? [.pay, .block, .revoke] : [.pay, .block, .reissue, .revoke]
        case .blocked: [.restore, .revoke]
        case .revoked: [.restore]
        case .replaced: []
        }
    }
}

extension Movement {
    fileprivate var words: String {
        let place = "at gate \(entry.gate), box \(entry.boxName)"
        return switch kind {
        case .entry: "Entered \(place)"
        case .exit: "Left \(place)"
        case .override: "Let in by staff \(place)"
        }
    }
}

extension TicketChange {
    fileprivate var words: String {
        let what =
            switch action {
            case .pay: "Marked as paid"
            case .block: "Blocked"
            case .revoke: "Revoked"
            case .restore: "Restored"
            case .reissue: "Replaced by a new ticket"
            }
        let reason = by.why.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
        return "\(what) by \(by.actor)\(reason)"
    }
}
