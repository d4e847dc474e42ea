// Tickets as the page shows them.

import DoorOutput
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
    /// The last entry or exit, if the person may undo it; `nil` for none.
    let undo: Undoable?
    /// Whether the person may have its code.
    let canPrint: Bool

    struct Line: Encodable {
        let at: Int64
        let text: String
    }

    /// An entry or exit that can be undone.
    struct Undoable: Encodable {
        /// Whether somebody left.
        let isExit: Bool
        /// How long the event allows an undo, in whole minutes.
        let minutes: Int
        /// Whether that time is over.
        let isTooLate: Bool

        /// - Parameters:
        ///   - movement: The entry or exit.
        ///   - limit: How long the event allows an undo; zero for never.
        ///   - now: The current time.
        init(_ movement: Movement, limit: Duration, now: Timestamp) {
            isExit = movement.kind == .exit
            minutes = limit.minutes
            isTooLate = limit == .zero || now.duration(since: movement.entry.at) > limit
        }
    }

    init(
        _ record: TicketRecord, _ listed: ListedTicket, undo: Undoable?, for permit: DeskPermit, canPrint: Bool
    ) {
        entry = TicketEntry(listed)
        version = record.version.description
        note = listed.ticket.note
        (opens, closes) = (listed.ticket.opens?.milliseconds, listed.ticket.closes?.milliseconds)
        let moved = record.log.map { Line(at: $0.entry.at.milliseconds, text: $0.words) }
        let before = record.earlier.map { Line(at: $0.at.milliseconds, text: $0.wordsOfReplaced) }
        let done = record.changes.map { Line(at: $0.at.milliseconds, text: $0.words) }
        history = (before + moved + done).sorted { $0.at < $1.at }
        self.undo = undo
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
        try values.encodeIfPresent(undo, forKey: .undo)
        try values.encode(canPrint, forKey: .canPrint)
    }

    private enum Keys: CodingKey {
        case version, note, opens, closes, history, actions, undo, canPrint
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

extension LogEntry {
    fileprivate var words: String {
        let place = "at gate \(entry.gate), box \(entry.boxName)"
        let what =
            switch kind {
            case .entry: "Entered \(place)"
            case .exit: "Left \(place)"
            case .override: "Let in by staff \(place)"
            case .void: "Entry or exit undone"
            }
        return what + (by.map { (kind == .void ? "" : ",") + $0.words } ?? "") + (isUndone ? " (undone later)" : "")
    }
}

extension TicketChange {
    fileprivate var words: String {
        let what =
            switch action {
            case .pay: isSale ? "Sold" : "Marked as paid"
            case .block: "Blocked"
            case .revoke: "Revoked"
            case .restore: "Restored"
            case .reissue: "Replaced by a new ticket"
            }
        return what + (isSale ? by.actorWords : by.words)
    }

    /// The words in the history of the ticket that replaces this one.
    fileprivate var wordsOfReplaced: String {
        action == .reissue ? "Issued in place of an earlier ticket\(by.words)" : words
    }
}

extension Attribution {
    fileprivate var actorWords: String { " by \(actor)" }

    fileprivate var words: String { actorWords + (why.map { ": \($0)" } ?? "") }
}
