// A signing key as commands print it.

import DoorOutput
import Ledger
import TicketSigning

/// A key's public data.
struct KeyLine: OutputRecord {
    static let columns = ["key", "event", "epoch", "suite", "state", "here"]

    let schema = 1
    let key: String
    let event: String?
    let epoch: UInt32
    let suite: UInt8
    let state: String
    let here: Bool

    init(_ facts: KeyRecord, event: String?, isHere: Bool) {
        key = facts.keyID.description
        self.event = event
        epoch = facts.epoch
        suite = facts.suite.rawValue
        state = facts.isRetired ? "retired" : "good"
        here = isHere
    }
}
