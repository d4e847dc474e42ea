// The transaction that decides: history, verdict and record together, or none of them.

import FoundationEssentials
import GRDB
public import TicketSigning

extension Ledger {
    /// Judges a ticket at a gate and records the verdict, in one transaction.
    ///
    /// Concurrent calls for one ticket, in this process and others, are serialised: each sees the history, judges and
    /// records, and the next one sees that record. The record is on disk when this method returns.
    ///
    /// - Parameters:
    ///   - ticket: Proof from `TicketVerifier`.
    ///   - gate: The gate, and its event.
    ///   - instant: The current time by this machine's wall clock.
    ///   - decider: Whose knowledge a movement is based on.
    ///   - others: The logical times of what other boxes are known to have done with the ticket; the record follows all
    ///     that are not too far ahead.
    ///   - judge: Returns the verdict; pure, called once.
    /// - Returns: The result of `judge`, once it is recorded.
    /// - Throws: ``LedgerError``; nothing was recorded then, and no one may enter.
    /// - Complexity: One write transaction, one fsync; four indexed look-ups, and a fifth if the zone has a capacity.
    /// - SeeAlso: docs/adr/0004-single-entry.md
    public func decide<Verdict: RecordableVerdict>(
        _ ticket: VerifiedTicket,
        at gate: Gate,
        on instant: Timestamp,
        knowing decider: DecisionSource = .alone,
        after others: [Int64] = [],
        by judge: @escaping @Sendable (TicketHistory) -> Verdict
    ) async throws -> Verdict {
        try await decide(ticket.ticket, at: gate, on: instant, knowing: decider, after: others, by: judge)
    }

    /// Judges a ticket that another platform sold, and records the verdict, in one transaction.
    ///
    /// - Parameters:
    ///   - ticket: A ticket found by its barcode.
    ///   - gate: The gate, and its event.
    ///   - instant: The current time by this machine's wall clock.
    ///   - decider: Whose knowledge a movement is based on.
    ///   - others: The logical times of what other boxes are known to have done with the ticket; the record follows all
    ///     that are not too far ahead.
    ///   - judge: Returns the verdict; pure, called once.
    /// - Returns: The result of `judge`, once it is recorded.
    /// - Throws: ``LedgerError``; nothing was recorded then, and no one may enter.
    public func decide<Verdict: RecordableVerdict>(
        _ ticket: ForeignTicket,
        at gate: Gate,
        on instant: Timestamp,
        knowing decider: DecisionSource = .alone,
        after others: [Int64] = [],
        by judge: @escaping @Sendable (TicketHistory) -> Verdict
    ) async throws -> Verdict {
        try await decide(ticket.ticket, at: gate, on: instant, knowing: decider, after: others, by: judge)
    }

    /// Judges a ticket that staff admit by hand, and records the verdict with who admitted it and why.
    ///
    /// No verified code is needed: staff found the ticket on the list.
    ///
    /// - Parameters:
    ///   - ticket: A ticket from the list or from a verified code.
    ///   - gate: The gate, and its event.
    ///   - seen: The version that the person saw; `nil` if no one looked the ticket up.
    ///   - instant: The current time by this machine's wall clock.
    ///   - others: The logical times of what other boxes are known to have done with the ticket; the record follows all
    ///     that are not too far ahead.
    ///   - payment: Whether the guest has just paid: the ticket is marked as paid before it is judged, and stays unpaid
    ///     if nothing is recorded.
    ///   - attribution: Who decided it, and why.
    ///   - judge: Returns the verdict, or throws if the action is not allowed; pure, called once.
    /// - Returns: The result of `judge`, once it is recorded.
    /// - Throws: ``LedgerError``, including ``LedgerError/changedMeanwhile(_:)`` if the ticket is no longer as it was
    ///   seen, and any error thrown by `judge`; nothing was recorded then.
    public func decideWithoutVerifying<Verdict: RecordableVerdict>(
        _ ticket: Ticket,
        at gate: Gate,
        seen: TicketVersion? = nil,
        on instant: Timestamp,
        after others: [Int64] = [],
        with payment: Bool = false,
        attribution: Attribution,
        by judge: @escaping @Sendable (TicketHistory) throws -> Verdict
    ) async throws -> Verdict {
        try await decide(
            ticket, at: gate, seen: seen, on: instant, knowing: nil, after: others,
            cashier: payment ? attribution : nil,
            attribution: attribution, by: judge)
    }

    private func decide<Verdict: RecordableVerdict>(
        _ ticket: Ticket,
        at gate: Gate,
        seen: TicketVersion? = nil,
        on instant: Timestamp,
        knowing decider: DecisionSource?,
        after others: [Int64] = [],
        cashier: Attribution? = nil,
        attribution: Attribution? = nil,
        by judge: @escaping @Sendable (TicketHistory) throws -> Verdict
    ) async throws -> Verdict {
        try await write { db in
            try TicketVersion.check(seen, of: ticket.id, in: db)
            if let cashier {
                let paid = try TicketChange.apply(.pay, to: ticket.id, seen: nil, by: cashier, on: instant, in: db)
                guard paid != nil else {
                    throw LedgerError.refused("Ticket \(ticket.id) is not on the list, so it cannot be marked as paid.")
                }
            }
            let book = try LogHead(in: db)
            let file = try TicketHistoryReader(of: ticket, at: gate, in: book, db)
            let verdict = try judge(file.history)
            guard try verdict.recording.isDue(for: ticket.id, as: verdict.reasonCode, on: instant, book.box.id, in: db)
            else {
                return verdict
            }
            var record = ScanRecord(verdict, at: gate, door: file.history.door)
            record.ticket = ticket.id
            record.slot = verdict.recording.isMovement ? file.nextSlot : nil
            record.by = attribution
            record.decided = verdict.recording.isMovement ? decider : nil
            try book.append(record, on: instant, after: others, in: db)
            return verdict
        }
    }

    /// Returns what the ledger knows about a ticket now.
    ///
    /// - Parameters:
    ///   - ticket: A ticket, on the list or not.
    ///   - gate: The gate at which it would be judged.
    /// - Returns: Its row, its event, its tier, the gate and its movements, as far as they are known.
    /// - Throws: ``LedgerError``.
    public func history(of ticket: Ticket, at gate: Gate) async throws -> TicketHistory {
        try await read { db in
            try TicketHistoryReader(of: ticket, at: gate, in: LogHead(in: db), db).history
        }
    }

    /// Returns what a ticket is judged by at a gate, with its version.
    ///
    /// - Parameters:
    ///   - ticket: A ticket, on the list or not.
    ///   - gate: The gate at which it would be judged.
    /// - Returns: Both from one snapshot.
    /// - Throws: ``LedgerError``.
    public func historyAndVersion(
        of ticket: Ticket,
        at gate: Gate
    ) async throws -> (history: TicketHistory, version: TicketVersion) {
        try await read { db in
            let file = try TicketHistoryReader(of: ticket, at: gate, in: LogHead(in: db), db)
            return (file.history, try TicketVersion(of: ticket.id, in: db))
        }
    }

    /// Returns the latest time that this box has recorded, by its wall clock then.
    ///
    /// - Returns: The time; `nil` before the first scan.
    /// - Throws: ``LedgerError``.
    public func newestRecord() async throws -> Timestamp? {
        try await read { db in
            let sql = "SELECT max(at_ms) FROM scan WHERE box = (SELECT id FROM box WHERE own = 1)"
            return try Int64.fetchOne(db, sql: sql).map(Timestamp.init)
        }
    }

    /// The number of codes without a ticket that are recorded in one minute. The limit prevents a stream of random
    /// codes from filling the disk or delaying the next guest.
    public static let unknownCodesPerMinute = 60

    /// Records a refused code that names no ticket. The same code is not recorded twice within a minute, and no more
    /// than ``unknownCodesPerMinute`` different ones are.
    ///
    /// - Parameters:
    ///   - verdict: The verdict; never an admission.
    ///   - code: The scanned text; only the start of its SHA-256 is kept.
    ///   - gate: The gate, and its event.
    ///   - instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError``; nothing was recorded then.
    public func logRefusedCode(
        _ verdict: some RecordableVerdict,
        ofCode code: String,
        at gate: Gate,
        on instant: Timestamp
    ) async throws {
        let mark = Array(SHA256.hash(Array(code.utf8)).prefix(8))
        try await write { db in
            let recent = try db.cachedStatement(
                sql: "SELECT 1 FROM scan WHERE mark = ? AND at_ms > ? AND at_ms < ? LIMIT 1")
            // Records with later times were written while the clock was ahead, and are irrelevant for this minute.
            let (since, until) = (instant.milliseconds - 60_000, instant.milliseconds + 60_000)
            guard try Int.fetchOne(recent, arguments: [Data(mark), since, until]) == nil else { return }
            let book = try LogHead(in: db)
            // Only the last scans are searched, so the time does not grow with the ledger.
            let last = try db.cachedStatement(
                sql: """
                    SELECT count(*) FROM (SELECT mark, at_ms FROM scan WHERE box = ? ORDER BY seq DESC LIMIT ?)
                    WHERE mark IS NOT NULL AND at_ms > ? AND at_ms < ?
                    """
            )
            let limits: StatementArguments = [book.box.id.blob, 2 * Self.unknownCodesPerMinute, since, until]
            guard try Int.fetchOne(last, arguments: limits) ?? 0 < Self.unknownCodesPerMinute else { return }
            var record = ScanRecord(verdict, at: gate, door: try GateState(at: gate, in: db))
            record.mark = mark
            try book.append(record, on: instant, in: db)
        }
    }
}

extension Ledger {
    /// How long a code must be out of view to count as shown again. A code that reappears sooner, as with a barcode
    /// scanner whose trigger is held, is recorded once.
    public static let repetitionPause: Duration = .milliseconds(1500)
}

extension Recording {
    /// Whether it should be recorded now.
    fileprivate func isDue(
        for ticket: TicketID,
        as reason: String,
        on instant: Timestamp,
        _ box: BoxID,
        in db: Database
    ) throws -> Bool {
        guard case .repetition = self else { return self != .nothing }
        // The condition matches that of the index `scan_again`.
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
            reason: verdict.reasonCode,
            gate: gate,
            zone: door.zone.name,
            people: verdict.recording.people
        )
    }
}
