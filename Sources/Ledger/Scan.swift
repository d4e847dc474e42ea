// One line of the door's book.

import FoundationEssentials
import GRDB
import TicketSigning

/// A scan as it is written down, complete but for the chain that ties it to the one before.
struct Scan {
    let box: BoxID
    let seq: Int64
    let event: EventID
    let gate: GateName
    let ticket: TicketID?
    let answer: Answer
    let reason: String
    let slot: Int?
    let mark: [UInt8]?
    let at: Timestamp
    let hlc: Int64

    func insert(after previous: ScanChain, in db: Database) throws {
        let chain = previous.appending(self)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO scan (box, seq, event, gate, ticket, kind, verdict, reason, slot, mark, at_ms, hlc, chain)
                VALUES (?, ?, ?, ?, ?, 'entry', ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            box.blob, seq, event.blob, gate.text, ticket?.blob, answer.rawValue, reason, slot,
            mark.map { Data($0) }, at.milliseconds, hlc, Data(chain.head),
        ])
    }
}
