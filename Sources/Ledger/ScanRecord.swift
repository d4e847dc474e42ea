// A scan about to be written down.

import FoundationEssentials
import GRDB
import TicketSigning

/// What is known of a scan before it gets its number, its logical time and its place in the chain.
struct ScanRecord {
    let answer: Answer
    let reason: String
    let gate: Gate
    let ticket: TicketID?
    let slot: Int?
    let mark: [UInt8]?

    init(_ verdict: some RecordableVerdict, at gate: Gate, ticket: TicketID?, slot: Int?, mark: [UInt8]?) {
        self.answer = verdict.answer
        self.reason = verdict.reason
        self.gate = gate
        self.ticket = ticket
        self.slot = slot
        self.mark = mark
    }

    /// Writes the scan as the next one of this ledger's own box.
    ///
    /// The logical clock follows the wall clock and never goes back: 48 bits of milliseconds, 16 bits that count
    /// (Kulkarni et al., "Logical Physical Clocks", 2014).
    func append(on instant: Timestamp, in db: Database) throws {
        guard let box = try Box.own(in: db) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no box of its own")
        }
        let last = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT seq, hlc, chain FROM scan WHERE box = ? ORDER BY seq DESC LIMIT 1"),
            arguments: [box.id.blob]
        )
        let scan = Scan(
            box: box.id,
            seq: (last?["seq"] ?? 0) + 1,
            event: gate.event,
            gate: gate.name,
            ticket: ticket,
            answer: answer,
            reason: reason,
            slot: slot,
            mark: mark,
            at: instant,
            hlc: max(instant.milliseconds << 16, (last?["hlc"] ?? 0) + 1)
        )
        try scan.insert(after: last.map { ScanChain(head: Array($0["chain"] as Data)) } ?? .start, in: db)
    }
}
