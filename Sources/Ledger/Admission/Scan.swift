// One line of the book.

import FoundationEssentials
import GRDB
import TicketSigning

/// A complete scan, except for the chain value that links it to the previous one.
struct Scan {
    let box: BoxID
    let seq: Int64
    let record: ScanRecord
    let at: Timestamp
    let hlc: Int64

    /// - Returns: The chain including this scan.
    func insert(after previous: ScanChain, in db: Database) throws -> ScanChain {
        let chain = previous.appending(self)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO scan
                    (box, seq, event, gate, zone, ticket, kind, verdict, reason, slot, people, undone_box, undone_seq,
                     decided, mark, actor, why, at_ms, hlc, chain)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            box.blob, seq, record.gate.event.blob, record.gate.name.text, record.zone.text, record.ticket?.blob,
            record.kind.rawValue, record.answer.rawValue, record.reason, record.slot, record.people,
            record.undone?.box.blob, record.undone?.seq, record.decided?.rawValue, record.mark.map { Data($0) },
            record.by?.actor, record.by?.why, at.milliseconds, hlc, Data(chain.head),
        ])
        return chain
    }
}
