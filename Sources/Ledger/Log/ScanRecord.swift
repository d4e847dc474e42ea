// A scan that is about to be recorded, and the values of its columns.

import TicketSigning

/// A scan before it gets its number, its logical time and its place in the chain; one property for each column.
struct ScanRecord {
    let kind: ScanKind
    let answer: Answer
    let reason: String
    let gate: Gate
    let zone: ZoneName
    var ticket: TicketID?
    var slot: Int?
    var people = 0
    var undone: ScanReference?
    var mark: [UInt8]?
    var by: Attribution?
    var decided: DecisionSource?
}

/// The identity of a scan: its chain value is its own among all scans. The number says where to look for it.
struct ScanReference: Hashable {
    let box: BoxID
    let seq: Int64
    /// 32 bytes.
    let chain: [UInt8]
}

/// The three answers at a gate.
public enum Answer: String, CaseIterable, Hashable, Sendable {
    /// The guest enters.
    case admit
    /// The guest does not enter.
    case refuse
    /// Staff decide.
    case ask
}

/// Who knew that a ticket still had a place when somebody moved with it.
public enum DecisionSource: String, Hashable, Sendable, Codable {
    /// This box alone, with what it had learned from the others.
    case alone
    /// The hub, which knows all boxes.
    case hub
}

/// What happened; the values of the scan's `kind` column.
enum ScanKind: String {
    /// A scan at a gate that lets people in.
    case entry
    /// A scan at a gate that lets people out.
    case exit
    /// A scan at a gate that only checks tickets.
    case check
    /// Staff admitted somebody against the rules.
    case override
    /// Staff undid a movement.
    case void

    init(_ direction: GateDirection) {
        self =
            switch direction {
            case .entry: .entry
            case .exit: .exit
            case .check: .check
            }
    }
}
