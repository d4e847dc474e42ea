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
    ///   - decider: Whose knowledge a movement rests on.
    ///   - judge: Gives the verdict; pure, called once.
    /// - Returns: What `judge` gave, once it is recorded.
    /// - Throws: ``LedgerError``; then nothing was recorded and nobody may enter.
    /// - Complexity: One write transaction, one fsync; four indexed look-ups, and a fifth where the zone has a capacity.
    /// - SeeAlso: docs/adr/0004-single-entry.md
    public func decide<Verdict: RecordableVerdict>(
        _ ticket: VerifiedTicket,
        at gate: Gate,
        on instant: Timestamp,
        knowing decider: DecisionSource = .alone,
        by judge: @escaping @Sendable (TicketHistory) -> Verdict
    ) async throws -> Verdict {
        try await decide(ticket.ticket, at: gate, on: instant, knowing: decider, by: judge)
    }

    /// The same for a ticket that another platform sold.
    ///
    /// - Parameters:
    ///   - ticket: Found by its barcode.
    ///   - gate: Where, at which event.
    ///   - instant: When, by this machine's wall clock.
    ///   - decider: Whose knowledge a movement rests on.
    ///   - judge: Gives the verdict; pure, called once.
    /// - Returns: What `judge` gave, once it is recorded.
    /// - Throws: ``LedgerError``; then nothing was recorded and nobody may enter.
    public func decide<Verdict: RecordableVerdict>(
        _ ticket: ForeignTicket,
        at gate: Gate,
        on instant: Timestamp,
        knowing decider: DecisionSource = .alone,
        by judge: @escaping @Sendable (TicketHistory) -> Verdict
    ) async throws -> Verdict {
        try await decide(ticket.ticket, at: gate, on: instant, knowing: decider, by: judge)
    }

    /// Judges a ticket that staff let in by hand, and writes that down with who and why.
    ///
    /// Nobody has to have verified a code: staff found the ticket on the list.
    ///
    /// - Parameters:
    ///   - ticket: On the list, or from a verified code.
    ///   - gate: Where, at which event.
    ///   - seen: The version that the person saw; `nil` where nobody looked.
    ///   - instant: When, by this machine's wall clock.
    ///   - attribution: Who, and why.
    ///   - judge: Gives the verdict, or throws for an act that must not be; pure, called once.
    /// - Returns: What `judge` gave, once it is recorded.
    /// - Throws: ``LedgerError``, ``LedgerError/changedMeanwhile(_:)`` where the ticket is another than the one seen, and
    ///   what `judge` throws; then nothing was recorded.
    public func decideWithoutVerifying<Verdict: RecordableVerdict>(
        _ ticket: Ticket,
        at gate: Gate,
        seen: TicketVersion? = nil,
        on instant: Timestamp,
        attribution: Attribution,
        by judge: @escaping @Sendable (TicketHistory) throws -> Verdict
    ) async throws -> Verdict {
        try await decide(ticket, at: gate, seen: seen, on: instant, knowing: nil, attribution: attribution, by: judge)
    }

    private func decide<Verdict: RecordableVerdict>(
        _ ticket: Ticket,
        at gate: Gate,
        seen: TicketVersion? = nil,
        on instant: Timestamp,
        knowing decider: DecisionSource?,
        attribution: Attribution? = nil,
        by judge: @escaping @Sendable (TicketHistory) throws -> Verdict
    ) async throws -> Verdict {
        try await write { db in
            try TicketVersion.check(seen, of: ticket.id, in: db)
            let book = try LogHead(in: db)
            let file = try TicketHistoryReader(of: ticket, at: gate, box: book.box.id, in: db)
            let verdict = try judge(file.history)
            guard try verdict.recording.isDue(for: ticket.id, as: verdict.reason, on: instant, book.box.id, in: db)
            else {
                return verdict
            }
            var record = ScanRecord(verdict, at: gate, door: file.history.door)
            record.ticket = ticket.id
            record.slot = verdict.recording.isMovement ? file.nextSlot : nil
            record.by = attribution
            record.decided = verdict.recording.isMovement ? decider : nil
            try book.append(record, on: instant, in: db)
            return verdict
        }
    }

    /// What the ledger knows about a ticket now.
    ///
    /// - Parameters:
    ///   - ticket: Whether on the list or not.
    ///   - gate: Where it would be judged.
    /// - Returns: Its row, its event, its tier, the door and its movements, as far as they are known.
    /// - Throws: ``LedgerError``.
    public func history(of ticket: Ticket, at gate: Gate) async throws -> TicketHistory {
        try await read { db in
            try TicketHistoryReader(of: ticket, at: gate, box: LogHead(in: db).box.id, in: db).history
        }
    }

    /// The latest moment that this box has written down, by its wall clock then.
    ///
    /// - Returns: `nil` before its first scan.
    /// - Throws: ``LedgerError``.
    public func newestRecord() async throws -> Timestamp? {
        try await read { db in
            let sql = "SELECT max(at_ms) FROM scan WHERE box = (SELECT id FROM box WHERE own = 1)"
            return try Int64.fetchOne(db, sql: sql).map(Timestamp.init)
        }
    }

    /// Codes that name no ticket and are written down in one minute: whoever shows one random code after the other
    /// fills neither the disk nor the time of the next guest.
    public static let remarksPerMinute = 60

    /// Writes down a refused code that names no ticket; the same code again within a minute is not written twice, and
    /// of different ones no more than ``remarksPerMinute``.
    ///
    /// - Parameters:
    ///   - verdict: Never an admission.
    ///   - code: As scanned; only the start of its SHA-256 is kept.
    ///   - gate: Where, at which event.
    ///   - instant: When, by this machine's wall clock.
    /// - Throws: ``LedgerError``; then nothing was recorded.
    public func logOnly(
        _ verdict: some RecordableVerdict,
        ofCode code: String,
        at gate: Gate,
        on instant: Timestamp
    ) async throws {
        let mark = Array(SHA256.hash(Array(code.utf8)).prefix(8))
        try await write { db in
            let recent = try db.cachedStatement(
                sql: "SELECT 1 FROM scan WHERE mark = ? AND at_ms > ? AND at_ms < ? LIMIT 1")
            // What is dated later was written while the clock was ahead, and says nothing about this minute.
            let (since, until) = (instant.milliseconds - 60_000, instant.milliseconds + 60_000)
            guard try Int.fetchOne(recent, arguments: [Data(mark), since, until]) == nil else { return }
            let book = try LogHead(in: db)
            // Among the last scans, so that it takes as long with a full ledger as with an empty one.
            let last = try db.cachedStatement(
                sql: """
                    SELECT count(*) FROM (SELECT mark, at_ms FROM scan WHERE box = ? ORDER BY seq DESC LIMIT ?)
                    WHERE mark IS NOT NULL AND at_ms > ? AND at_ms < ?
                    """
            )
            let limits: StatementArguments = [book.box.id.blob, 2 * Self.remarksPerMinute, since, until]
            guard try Int.fetchOne(last, arguments: limits) ?? 0 < Self.remarksPerMinute else { return }
            var record = ScanRecord(verdict, at: gate, door: try GateState(at: gate, in: db))
            record.mark = mark
            try book.append(record, on: instant, in: db)
        }
    }
}

extension Ledger {
    /// How long a code is out of view before it comes into view again: what is shown again sooner, as to a barcode scanner
    /// whose trigger is held, is written down once.
    public static let repetitionPause: Duration = .milliseconds(1500)
}

extension Recording {
    /// Whether it is to be written down now.
    fileprivate func isDue(
        for ticket: TicketID,
        as reason: String,
        on instant: Timestamp,
        _ box: BoxID,
        in db: Database
    ) throws -> Bool {
        guard case .repetition = self else { return self != .nothing }
        // The condition is that of the index `scan_again`.
        let recent = try db.cachedStatement(
            sql: """
                SELECT 1 FROM scan
                WHERE ticket = ?1 AND slot IS NULL AND reason IN ('just-admitted', 'just-exited') AND reason = ?2
                    AND box = ?3 AND abs(at_ms - ?4) < ?5
                LIMIT 1
                """
        )
        let pause = Int64(Ledger.repetitionPause / .milliseconds(1))
        let given: StatementArguments = [ticket.blob, reason, box.blob, instant.milliseconds, pause]
        return try Int.fetchOne(recent, arguments: given) == nil
    }
}

extension ScanRecord {
    init(_ verdict: some RecordableVerdict, at gate: Gate, door: GateState) {
        let isOverride = if case .override = verdict.recording { true } else { false }
        self.init(
            kind: isOverride ? .override : ScanKind(door.gate.direction),
            answer: verdict.answer,
            reason: verdict.reason,
            gate: gate,
            zone: door.zone.name,
            people: verdict.recording.people
        )
    }
}
