// The transaction that decides: what is known, the verdict, and its record, or none of them.

import FoundationEssentials
import GRDB
public import TicketSigning

extension Ledger {
    /// Judges a ticket at a gate and writes the verdict down, in one transaction.
    ///
    /// Of any number of calls for one ticket, in this process and others, one at a time sees its history, judges and
    /// records; the next one sees that record. When this returns, the record is on disk.
    ///
    /// - Parameters:
    ///   - ticket: Proof from `TicketVerifier`.
    ///   - gate: Where, at which event.
    ///   - instant: When, by this machine's wall clock.
    ///   - judge: Gives the verdict; pure, called once.
    /// - Returns: What `judge` gave, once it is recorded.
    /// - Throws: ``LedgerError``; then nothing was recorded and nobody may enter.
    /// - Complexity: One write transaction, one fsync; four indexed look-ups.
    /// - SeeAlso: docs/adr/0004-single-entry.md
    public func decide<Verdict: RecordableVerdict>(
        _ ticket: VerifiedTicket,
        at gate: Gate,
        on instant: Timestamp,
        by judge: @escaping @Sendable (TicketHistory) -> Verdict
    ) async throws -> Verdict {
        try await write { db in
            let history = try TicketHistory(of: ticket.ticket, in: db)
            let verdict = judge(history)
            let slot = verdict.recording == .admission ? try nextSlot(of: ticket.ticket.id, in: db) : nil
            if verdict.recording != .nothing {
                let record = ScanRecord(verdict, at: gate, ticket: ticket.ticket.id, slot: slot, mark: nil)
                try record.append(on: instant, in: db)
            }
            return verdict
        }
    }

    /// What the ledger knows about a ticket now.
    ///
    /// - Parameter ticket: Proof from `TicketVerifier`.
    /// - Returns: Its row, its event, its tier and its admissions, as far as they are known.
    /// - Throws: ``LedgerError``.
    public func history(of ticket: VerifiedTicket) async throws -> TicketHistory {
        try await read { db in try TicketHistory(of: ticket.ticket, in: db) }
    }

    /// Writes down a refused code that names no ticket; the same code again within a minute is not written twice.
    ///
    /// - Parameters:
    ///   - verdict: Never an admission.
    ///   - code: As scanned; only the start of its SHA-256 is kept.
    ///   - gate: Where, at which event.
    ///   - instant: When, by this machine's wall clock.
    /// - Throws: ``LedgerError``; then nothing was recorded.
    public func remark(
        _ verdict: some RecordableVerdict,
        ofCode code: String,
        at gate: Gate,
        on instant: Timestamp
    ) async throws {
        let mark = Array(SHA256.hash(Array(code.utf8)).prefix(8))
        try await write { db in
            let recent = try db.cachedStatement(sql: "SELECT 1 FROM scan WHERE mark = ? AND at_ms > ? LIMIT 1")
            let since = instant.milliseconds - 60_000
            guard try Int.fetchOne(recent, arguments: [Data(mark), since]) == nil else { return }
            try ScanRecord(verdict, at: gate, ticket: nil, slot: nil, mark: mark).append(on: instant, in: db)
        }
    }
}

/// The number of the ticket's next admission on this box.
private func nextSlot(of ticket: TicketID, in db: Database) throws -> Int {
    let statement = try db.cachedStatement(
        sql: """
            SELECT coalesce(max(slot), 0) + 1 FROM scan
            WHERE ticket = ? AND box = (SELECT id FROM box WHERE own = 1) AND slot IS NOT NULL
            """
    )
    return try Int.fetchOne(statement, arguments: [ticket.blob]) ?? 1
}
