// A ticket for programs.

import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

/// A ticket and its history.
struct TicketLine: OutputRecord {
    static let columns = [
        "ticket", "user", "holder", "reference", "tier", "status", "status_why", "replaces", "admits", "note",
        "version",
    ]

    let schema = 1
    let ticket: String
    let user: String
    let holder: String?
    let reference: String?
    let tier: String?
    let status: String
    /// The reason that staff gave when they set the status.
    let statusWhy: String?
    /// The ticket that this one replaces.
    let replaces: String?
    let admits: Int
    let note: String?
    /// The admissions that were not undone.
    let entries: [VerdictLine.First]
    /// All movements, including undone ones.
    let movements: [Passage]
    /// When and where the code was shown again moments after it had admitted someone; absent if not requested.
    let shownAgain: [VerdictLine.First]?
    /// The changes by staff; absent if not requested.
    let changes: [Change]?
    /// The value to pass with `--if-version`; absent in lists.
    let version: String?

    /// A movement or an undone movement.
    struct Passage: Encodable {
        let at: Moment
        let kind: String
        let gate: String
        let zone: String
        let box: String
        let reason: String
        let by: String?
        let why: String?
        let undone: Bool
    }

    /// A change by staff.
    struct Change: Encodable {
        let at: Moment
        let action: String
        let by: String
        let why: String?
    }

    init(
        _ ticket: IssuedTicket,
        admits: Int,
        book: [LogEntry],
        shownAgain: [Entry]? = nil,
        changes: [TicketChange]? = nil,
        version: TicketVersion? = nil
    ) {
        self.ticket = ticket.ticket.id.description
        user = ticket.ticket.user.description
        holder = ticket.holder
        reference = ticket.reference
        tier = ticket.tier
        status = ticket.status.rawValue
        statusWhy = ticket.statusWhy
        replaces = ticket.replaces?.description
        self.admits = admits
        self.version = version?.description
        note = ticket.note
        entries = book.filter { ($0.kind == .entry || $0.kind == .override) && !$0.isUndone }.map {
            VerdictLine.First($0.entry)
        }
        self.shownAgain = shownAgain?.map(VerdictLine.First.init)
        movements = book.map {
            Passage(
                at: Moment($0.entry.at), kind: $0.kind.rawValue, gate: $0.entry.gate, zone: $0.zone.text,
                box: $0.entry.boxName, reason: $0.reason, by: $0.by?.actor, why: $0.by?.why, undone: $0.isUndone
            )
        }
        self.changes = changes?.map {
            Change(at: Moment($0.at), action: $0.action.rawValue, by: $0.by.actor, why: $0.by.why)
        }
    }

    /// The ticket for people, with one line per fact.
    var text: String {
        let passages = movements.map { line in
            let place = "\(line.at.text), gate \(line.gate), box \(line.box.printable)"
            return
                "\(line.kind.padded(to: 12)) \(place)\(Self.hand(line.by, line.why))\(line.undone ? ", undone" : "")\n"
        }
        let again = (shownAgain ?? []).map { showing in
            "\("shown again".padded(to: 12)) \(showing.at.text), gate \(showing.gate), box \(showing.box.printable)\n"
        }
        let deeds = (changes ?? []).map { change in
            "\(change.action.padded(to: 12)) \(change.at.text)\(Self.hand(change.by, change.why))\n"
        }
        return """
            ticket       \(ticket)
            holder       \(holder?.printable ?? "-")
            reference    \(reference?.printable ?? "-")
            tier         \(tier?.printable ?? "-")
            status       \(status)
            note         \(note?.printable ?? "-")
            entered      \(entries.count) of \(admits)
            \(passages.joined())\(again.joined())\(deeds.joined())
            """
    }

    /// Returns who acted by hand, and why.
    private static func hand(_ by: String?, _ why: String?) -> String {
        by.map { ", by \($0.printable)" + (why.map { ": \($0.printable)" } ?? "") } ?? ""
    }
}
