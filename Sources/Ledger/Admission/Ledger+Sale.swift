// Sells a ticket at a door and admits its people, in one transaction.

import GRDB
public import TicketSigning

/// A ticket that is sold at a door to people who enter at once.
public struct DoorSale: Hashable, Sendable {
    /// What the sale is called; one that is sent again, because its answer was lost, has the same name.
    public let name: String
    /// The tier; `nil` for a ticket without one.
    public let tier: String?
    /// The guest's name; personal data.
    public let holder: String?
    /// How many people the ticket admits, and how many of them enter now: all.
    public let people: Int
    /// Whether the guests have paid; otherwise they enter free of charge.
    public let isPaid: Bool

    /// The most people of one sale: as many as can wait for the relay of a turnstile.
    public static let mostPeople = 16

    /// - Parameters:
    ///   - name: 1 to 64 characters that no other sale has.
    ///   - tier: A tier of the event; `nil` for a ticket without one.
    ///   - holder: The guest's name: one line of at most 200 characters; `nil` for none.
    ///   - people: 1 to ``mostPeople``.
    ///   - isPaid: Whether the guests have paid.
    public init(name: String, tier: String?, holder: String?, people: Int, isPaid: Bool) {
        (self.name, self.tier, self.holder, self.people, self.isPaid) = (name, tier, holder, people, isPaid)
    }

    /// Returns the ticket that is sold at a box: the same for the same sale, also after the box was restored.
    func ticket(of event: EventID, at box: BoxID) -> Ticket {
        let facts = event.bytes + box.bytes + Array(name.utf8)
        return Ticket(
            event: event, user: .derived(from: Array("doorcheck/door-sale-user/v1\0".utf8) + facts),
            id: .derived(from: Array("doorcheck/door-sale/v1\0".utf8) + facts))
    }
}

/// What came of a sale at a door.
public enum DoorSaleResult<Verdict: Sendable>: Sendable {
    /// The ticket is on the list, and its people have entered; a verdict for each.
    case sold(TicketID, [Verdict])
    /// The same sale was done before, and nothing was done now; `entered` people are in with its ticket.
    case soldBefore(TicketID, entered: Int)
}

/// What a box may sell at the doors of an event.
public struct SalesRights: Hashable, Sendable {
    /// The tiers of which it may add tickets, in the order of their names.
    public let tiers: [Tier]
    /// Whether it may add tickets without a tier.
    public let includesNone: Bool
    /// Whether it may take payments.
    public let includesPayment: Bool
}

extension Ledger {
    /// Returns what this box may sell at the doors of an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: `nil` if it may not add tickets, or may not admit anybody by hand.
    /// - Throws: ``LedgerError``.
    public func salesRights(of event: EventID) async throws -> SalesRights? {
        let own = try await read { db in try Authority(of: Box.owner(in: db).id, in: db) }
        guard own.rank(of: .ticket, in: event) > 0, let rights = own.rights, rights.permits(.admit) else { return nil }
        return SalesRights(
            tiers: try await tiers(of: event).filter { rights.permits(tier: $0.name) },
            includesNone: rights.permits(tier: nil), includesPayment: rights.permits(.pay))
    }

    /// Puts a ticket on the list, marks it as paid if it is, and admits all of its people, in one transaction: all of
    /// this is recorded, or nothing.
    ///
    /// The payment and each entry are recorded with who sold the ticket. The people are judged one after the other, as
    /// if they came a millisecond apart, each with those before inside.
    ///
    /// - Parameters:
    ///   - sale: The sale.
    ///   - gate: The gate, and its event.
    ///   - instant: The current time by this machine's wall clock.
    ///   - attribution: Who sells the ticket, and why anybody enters who would not without a reason.
    ///   - judge: Returns the verdict on the next of the people, which admits them, or throws; pure, called once for
    ///     each.
    ///   - approve: Throws if the verdicts together are not good enough; pure, called once, before anything is kept.
    /// - Returns: The ticket, with the verdicts; or with nothing done, if the sale was done before.
    /// - Throws: ``LedgerError``, including ``LedgerError/refused(_:)`` if this box may not add such a ticket, or take
    ///   payments; any error thrown by `judge` and `approve`. Nothing was recorded then.
    /// - Complexity: One write transaction, one fsync.
    public func sell<Verdict: RecordableVerdict>(
        _ sale: DoorSale,
        at gate: Gate,
        on instant: Timestamp,
        by attribution: Attribution,
        judging judge: @escaping @Sendable (Ticket, TicketHistory, Timestamp) throws -> Verdict,
        approving approve: @escaping @Sendable ([Verdict]) throws -> Void
    ) async throws -> DoorSaleResult<Verdict> {
        try await write { db in
            let ticket = sale.ticket(of: gate.event, at: try Box.owner(in: db).id)
            let id = ticket.id
            if let known = try IssuedTicket.withID(id, in: db) {
                let lines = try MovementRecord.all(of: id, replacing: known.replaces, in: db)
                let entries = MovementRecord.withoutUndone(lines).compactMap(\.movement).filter { $0.kind != .exit }
                return .soldBefore(id, entered: entries.count)
            }
            try sale.add(ticket, by: attribution, on: instant, in: db)
            var verdicts: [Verdict] = []
            for number in 0..<Int64(sale.people) {
                // At each instant, a box does one thing with a ticket.
                let moment = Timestamp(milliseconds: instant.milliseconds + number)
                let book = try LogHead(in: db)
                let file = try TicketHistoryReader(of: ticket, at: gate, in: book, db)
                let verdict = try judge(ticket, file.history, moment)
                guard verdict.recording.isEntry else {
                    throw LedgerError.refused("The rules do not admit the guest (\(verdict.reasonCode)).")
                }
                var record = ScanRecord(verdict, at: gate, door: file.history.door)
                (record.ticket, record.slot, record.by) = (id, file.nextSlot, attribution)
                try book.append(record, on: moment, in: db)
                verdicts.append(verdict)
            }
            try approve(verdicts)
            return .sold(id, verdicts)
        }
    }
}

extension DoorSale {
    /// Puts the ticket on the list, with the payment.
    fileprivate func add(
        _ ticket: Ticket, by attribution: Attribution, on instant: Timestamp, in db: Database
    ) throws {
        let event = ticket.event
        try Authority.requireWriting(.ticket, in: event, db)
        guard (1...Self.mostPeople).contains(people) else {
            throw LedgerError.refused("A sale at the door is for 1 to \(Self.mostPeople) people.")
        }
        let sql = "SELECT 1 FROM tier WHERE event = ? AND name = ?"
        guard try tier == nil || Int.fetchOne(db, sql: sql, arguments: [event.blob, tier]) != nil else {
            throw LedgerError.refused("The event has no such tier.")
        }
        guard let epoch = try KeyRecord.newestEpoch(of: event, in: db) else {
            throw LedgerError.refused("The event has no key in this ledger yet, so no ticket can be added.")
        }
        // The payment is recorded under the name of who has taken it.
        let row = IssuedTicket(
            ticket: ticket, epoch: epoch, tier: tier, status: isPaid ? .unpaid : .valid, holder: holder,
            admits: people)
        try Authority.requireAdding([row], in: db)
        if row.hasNames { try event.requireNames(in: db) }
        try row.insert(rev: try IssuedTicket.lastRevision(in: db) + 1, in: db)
        if isPaid {
            let seller = try Attribution(actor: attribution.actor, why: TicketChange.saleReason)
            _ = try TicketChange.apply(.pay, to: ticket.id, seen: nil, by: seller, on: instant, in: db)
        }
    }
}
