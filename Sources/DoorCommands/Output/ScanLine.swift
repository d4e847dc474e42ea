// A scan in an export.

import DoorOutput
import Ledger
import TicketSigning

/// A scan in an export.
struct ScanLine: OutputRecord {
    let schema = 1
    let at: String
    let event: String
    let gate: String
    let zone: String
    let kind: String
    let verdict: String
    let reason: String
    let ticket: String?
    let box: String
    let boxID: String
    let seq: Int64
    let decided: String?
    let actor: String?
    let why: String?
    let counts: Bool

    init(_ scan: ExportedScan) {
        at = scan.at.description
        event = scan.event
        gate = scan.gate
        zone = scan.zone
        kind = scan.kind
        verdict = scan.verdict
        reason = scan.reason
        ticket = scan.ticket?.description
        box = scan.boxName
        boxID = scan.box.description
        seq = scan.seq
        decided = scan.decided
        actor = scan.actor
        why = scan.why
        counts = scan.counts
    }

    /// The names of the CSV columns, in the order of ``fields``.
    static let columns = [
        "at", "event", "gate", "zone", "kind", "verdict", "reason", "ticket", "box", "box_id", "seq", "decided",
        "actor", "why", "counts",
    ]

    /// The values as CSV fields.
    var fields: [String] {
        [
            at, event, gate, zone, kind, verdict, reason, ticket ?? "", box, boxID, String(seq), decided ?? "",
            actor ?? "", why ?? "", String(counts),
        ]
    }
}
