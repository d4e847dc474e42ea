// A scan that is about to be recorded.

import TicketSigning

/// A scan before it gets its number, its logical time and its place in the chain.
struct ScanRecord {
    let kind: ScanKind
    let answer: Answer
    let reason: String
    let gate: Gate
    let zone: ZoneName
    var ticket: TicketID?
    var slot: Int?
    var people = 0
    var undone: ScanNumber?
    var mark: [UInt8]?
    var by: Attribution?
    var decided: DecisionSource?
}

/// The primary key of a scan: its box and its sequence number there.
struct ScanNumber: Hashable {
    let box: BoxID
    let seq: Int64
}
