// A double admission in a report.

import Admission
import Attendance
import DoorOutput
import Ledger
import TicketSigning

/// A double admission, identified by the later scan.
struct DoubleLine: OutputRecord {
    let schema = 1
    let event: String
    let zone: String
    let ticket: String
    let at: Moment
    let gate: String
    let box: String
    let boxID: String
    let seq: Int64
    let decided: String?
    /// The cause: `boxes apart`, `by hand, knowingly`, `by hand` or `changed since`.
    let how: String
    /// Whether it is known which of the two was first.
    let orderKnown: Bool
    /// Who admitted by hand; absent if a code was scanned.
    let by: String?
    /// The reason given.
    let why: String?
    let firstAt: Moment
    let firstGate: String
    let firstBox: String
    let firstBoxID: String
    let firstSeq: Int64
    let firstDecided: String?

    init(_ double: DoubleAdmission, event: String) {
        let (later, earlier) = (double.later, double.earlier)
        self.event = event
        zone = double.zone.text
        ticket = later.ticket.description
        at = Moment(later.time)
        gate = later.movement.entry.gate
        box = later.movement.entry.boxName
        boxID = later.box.description
        seq = later.seq
        decided = later.decided?.rawValue
        how = double.cause.words
        orderKnown = double.isOrderKnown
        by = later.by?.actor
        why = later.by?.why
        firstAt = Moment(earlier.time)
        firstGate = earlier.movement.entry.gate
        firstBox = earlier.movement.entry.boxName
        firstBoxID = earlier.box.description
        firstSeq = earlier.seq
        firstDecided = earlier.decided?.rawValue
    }

    /// The names of the CSV columns, in the order of ``fields``.
    static let columns = [
        "event", "zone", "ticket", "at", "gate", "box", "box_id", "seq", "decided", "how", "order_known", "by", "why",
        "first_at", "first_gate", "first_box", "first_box_id", "first_seq", "first_decided",
    ]

    /// The values as CSV fields.
    var fields: [String] {
        [
            event, zone, ticket, at.description, gate, box, boxID, String(seq), decided ?? "", how, String(orderKnown),
            by ?? "", why ?? "", firstAt.description, firstGate, firstBox, firstBoxID, String(firstSeq),
            firstDecided ?? "",
        ]
    }
}
