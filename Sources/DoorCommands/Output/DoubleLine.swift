// A double admission in a report.

import Admission
import Attendance
import DoorOutput
import Ledger
import TicketSigning

/// A double admission as one JSON object or CSV row, identified by the later scan.
struct DoubleLine: Encodable {
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

    private enum CodingKeys: String, CodingKey {
        case schema, event, zone, ticket, at, gate, box, seq, decided, how, by, why
        case boxID = "box_id"
        case firstAt = "first_at"
        case firstGate = "first_gate"
        case firstBox = "first_box"
        case firstBoxID = "first_box_id"
        case firstSeq = "first_seq"
        case firstDecided = "first_decided"
    }

    init(_ double: DoubleAdmission, event: String) {
        let (later, earlier) = (double.later, double.earlier)
        self.event = event
        zone = double.zone.text
        ticket = later.ticket.description
        at = Moment(later.movement.entry.at)
        gate = later.movement.entry.gate
        box = later.movement.entry.boxName
        boxID = later.box.description
        seq = later.seq
        decided = later.decided?.rawValue
        how = double.cause.words
        by = later.by?.actor
        why = later.by?.why
        firstAt = Moment(earlier.movement.entry.at)
        firstGate = earlier.movement.entry.gate
        firstBox = earlier.movement.entry.boxName
        firstBoxID = earlier.box.description
        firstSeq = earlier.seq
        firstDecided = earlier.decided?.rawValue
    }

    /// The names of the CSV columns, in the order of ``fields``.
    static let columns = [
        "box_id", "seq", "event", "zone", "ticket", "at", "gate", "box", "decided", "first_at", "first_gate",
        "first_box", "first_box_id", "first_seq", "first_decided", "how", "by", "why",
    ]

    /// The values as CSV fields.
    var fields: [String] {
        [
            boxID, String(seq), event, zone, ticket, at.description, gate, box, decided ?? "", firstAt.description,
            firstGate, firstBox,
            firstBoxID, String(firstSeq), firstDecided ?? "", how, by ?? "", why ?? "",
        ]
    }
}
