// Staff changes to tickets; each creates a new version of the row and a line with who and why.

import GRDB
public import TicketSigning

extension Ledger {
    /// Marks a ticket as paid, blocks it, withdraws it, or reverses one of these.
    ///
    /// Repeating an action changes nothing and records nothing.
    ///
    /// - Parameters:
    ///   - action: What to do; for a reissue, use ``reissue(_:as:epoch:by:on:)``.
    ///   - id: The ticket's identifier.
    ///   - seen: The version that the person saw; `nil` if no one looked the ticket up.
    ///   - attribution: Who does it, and why.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: The ticket as it is now; `nil` if it is neither on the list nor a partner's.
    /// - Throws: ``LedgerError/changedMeanwhile(_:)`` if the ticket is no longer as it was seen, and
    ///   ``LedgerError/refused(_:)`` if its status does not allow the action; nothing was done then. Other
    ///   ``LedgerError``.
    /// - Complexity: One write transaction, one fsync.
    public func change(
        _ action: TicketAction,
        of id: TicketID,
        seen: TicketVersion? = nil,
        by attribution: Attribution,
        on instant: Timestamp
    ) async throws -> IssuedTicket? {
        try await write { db in
            try TicketChange.apply(action, to: id, seen: seen, by: attribution, on: instant, in: db)
        }
    }

    /// Issues a replacement for a ticket: the guest keeps name, terms and entries, and the old code is refused.
    ///
    /// - Parameters:
    ///   - id: The ticket's identifier.
    ///   - new: The new ticket's identifier.
    ///   - epoch: The epoch of the key that signs the new code.
    ///   - attribution: Who does it, and why.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: The new ticket; `nil` if the old one is not on the list.
    /// - Throws: ``LedgerError/refused(_:)`` if the ticket is blocked, revoked or replaced, or if the event's names
    ///   were purged; other ``LedgerError``.
    public func reissue(
        _ id: TicketID,
        as new: TicketID = .random(),
        epoch: UInt32,
        by attribution: Attribution,
        on instant: Timestamp
    ) async throws -> IssuedTicket? {
        try await write { db in
            try IssuedTicket.withID(id, in: db)?.reissue(as: new, epoch: epoch, by: attribution, on: instant, in: db)
        }
    }

    /// Issues replacements for several tickets, all or none; see ``reissue(_:as:epoch:by:on:)``.
    ///
    /// - Parameters:
    ///   - ids: The tickets' identifiers, each once.
    ///   - epoch: The epoch of the key that signs the new codes.
    ///   - attribution: Who does it, and why.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: The new tickets in the order of the old ones, without those that are not on the list.
    /// - Throws: ``LedgerError/refused(_:)`` if one is blocked, revoked or replaced, or if the event's names were
    ///   purged; other ``LedgerError``.
    /// - Complexity: One write transaction, one fsync.
    public func reissue(
        _ ids: [TicketID],
        epoch: UInt32,
        by attribution: Attribution,
        on instant: Timestamp
    ) async throws -> [IssuedTicket] {
        try await write { db in
            try ids.compactMap { id in
                try IssuedTicket.withID(id, in: db)?
                    .reissue(as: .random(), epoch: epoch, by: attribution, on: instant, in: db)
            }
        }
    }
}

extension TicketChange {
    /// Applies an action to a ticket within a transaction; see ``Ledger/change(_:of:seen:by:on:)``.
    ///
    /// - Returns: The ticket as it is now; `nil` if it is neither on the list nor a partner's.
    static func apply(
        _ action: TicketAction,
        to id: TicketID,
        seen: TicketVersion?,
        by attribution: Attribution,
        on instant: Timestamp,
        in db: Database
    ) throws -> IssuedTicket? {
        if let (ticket, granted) = try GrantedTicket.withID(id, in: db) {
            return try granted.change(action, of: ticket, seen: seen, by: attribution, on: instant, in: db)
        }
        guard let ticket = try IssuedTicket.withID(id, in: db) else { return nil }
        try TicketVersion.check(seen, of: id, in: db)
        try ticket.requireListed(for: action, in: db)
        let before = try ticket.statusBeforeWithdrawal(in: db)
        guard action != .reissue, let status = action.status(after: ticket.status, before: before) else {
            throw LedgerError.refused("Ticket \(id) is \(ticket.status.rawValue); it cannot be \(action.done).")
        }
        guard status != ticket.status else { return ticket }
        try ticket.set(status, for: action, by: attribution, on: instant, in: db)
        return try IssuedTicket.withID(id, in: db)
    }
}

extension IssuedTicket {
    /// Returns the ticket's status before its current blocks and withdrawals: an unpaid one stays unpaid.
    fileprivate func statusBeforeWithdrawal(in db: Database) throws -> TicketStatus {
        let sql = """
            SELECT * FROM ticket_change WHERE ticket = ? AND counts ORDER BY hlc DESC, box DESC, seq DESC, chain DESC
            """
        let changes = try Row.fetchAll(db, sql: sql, arguments: [ticket.id.blob]).map(TicketChange.init)
        return changes.prefix { $0.action == .block || $0.action == .revoke }.last?.was ?? .valid
    }
}

extension GrantedTicket {
    /// Blocks or withdraws a ticket that a partner sold, or reverses it. Nothing else can be done to it: the partner
    /// alone knows who has paid, and signs no other ticket in its place.
    fileprivate func change(
        _ action: TicketAction,
        of ticket: Ticket,
        seen: TicketVersion?,
        by attribution: Attribution,
        on instant: Timestamp,
        in db: Database
    ) throws -> IssuedTicket? {
        try TicketVersion.check(seen, of: ticket.id, in: db)
        guard try GrantRecord.isValid(grant, in: db) else {
            throw LedgerError.refused("The grant of \(name) was taken back, so the ticket cannot be \(action.done).")
        }
        guard [.block, .revoke, .restore].contains(action),
            let next = action.status(after: status, before: .valid)
        else {
            throw LedgerError.refused(
                "\(name) is a partner's ticket that is \(status.rawValue); it cannot be \(action.done).")
        }
        let listed = listed(as: ticket)
        guard next != status else { return listed }
        try Authority.requireChanging(action, of: listed, in: db)
        try TicketChange.append(
            action, of: ticket.id, was: status, next, by: attribution, on: instant, in: db)
        return try GrantedTicket.withID(ticket.id, in: db)?.facts.listed(as: ticket)
    }
}

extension GrantRecord {
    /// Returns whether the organiser has not taken a grant back.
    fileprivate static func isValid(_ id: GrantID, in db: Database) throws -> Bool {
        let sql = "SELECT NOT retired FROM partner_grant WHERE id = ?"
        return try Bool.fetchOne(db, sql: sql, arguments: [id.blob]) ?? false
    }
}

extension TicketAction {
    /// The participle for "it cannot be …".
    var done: String {
        switch self {
        case .pay: "marked as paid"
        case .block: "blocked"
        case .revoke: "revoked"
        case .restore: "restored"
        case .reissue: "reissued"
        }
    }
}

extension TicketChange {
    init(_ row: Row) throws {
        guard let action = TicketAction(rawValue: row["action"]), let was = TicketStatus(rawValue: row["was"]),
            let status = TicketStatus(rawValue: row["status"])
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a ticket's change is of an unknown kind") }
        self.init(
            rev: row["rev"],
            ticket: try row.identifier("ticket"),
            action: action,
            was: was,
            status: status,
            by: try Attribution(actor: row["actor"], why: row["why"]),
            at: Timestamp(milliseconds: row["at_ms"])
        )
    }
}

extension IssuedTicket {
    fileprivate func set(
        _ status: TicketStatus,
        for action: TicketAction,
        by attribution: Attribution,
        on instant: Timestamp,
        in db: Database
    ) throws {
        try Authority.requireChanging(action, of: self, in: db)
        try TicketChange.append(action, of: ticket.id, was: self.status, status, by: attribution, on: instant, in: db)
        try db.execute(
            sql: "UPDATE ticket SET first_status = coalesce(first_status, status) WHERE id = ?",
            arguments: [ticket.id.blob]
        )
        try StatusReducer.recompute(ticket.id, in: db)
    }

    /// - Returns: The ticket that now replaces this one.
    fileprivate func reissue(
        as new: TicketID,
        epoch: UInt32,
        by attribution: Attribution,
        on instant: Timestamp,
        in db: Database
    ) throws -> IssuedTicket {
        try requireListed(for: .reissue, in: db)
        // The new ticket would have no name, and would remove it from every other ledger as well.
        try ticket.event.requireUnpurged(
            "so its tickets cannot be reissued here; reissue them on a machine that still has the names", in: db)
        guard TicketAction.reissue.status(after: status) != nil else {
            throw LedgerError.refused(
                "Ticket \(ticket.id) is \(status.rawValue); it cannot be \(TicketAction.reissue.done)."
            )
        }
        guard try ReplacementLimit.depth(of: ticket.id, in: db) < ReplacementLimit.most else {
            throw LedgerError.refused(
                "Ticket \(ticket.id) was reissued \(ReplacementLimit.most) times, which is the most that is possible. "
                    + "Revoke it, and issue a new ticket to its holder.")
        }
        try set(.replaced, for: .reissue, by: attribution, on: instant, in: db)
        let ticket = replacement(new, epoch: epoch)
        try Authority.requireAdding([ticket], in: db)
        try ticket.insert(rev: try IssuedTicket.lastRevision(in: db) + 1, in: db)
        return ticket
    }

    fileprivate func replacement(_ id: TicketID, epoch: UInt32) -> IssuedTicket {
        IssuedTicket(
            ticket: Ticket(event: ticket.event, user: ticket.user, id: id),
            epoch: epoch,
            tier: tier,
            status: status,
            holder: holder,
            reference: reference,
            admits: admits,
            note: note,
            opens: opens,
            closes: closes,
            replaces: ticket.id
        )
    }
}

extension IssuedTicket {
    /// Rejects an action that would have no effect: a ticket whose import was undone comes back only with a list, and
    /// one beyond ``ReplacementLimit`` never.
    fileprivate func requireListed(for action: TicketAction, in db: Database) throws {
        guard try !ReplacementLimit.isBeyond(ticket.id, in: db) else {
            throw LedgerError.refused(
                "Ticket \(ticket.id) admits no one because \(ReplacementLimit.reason), so it cannot be \(action.done); "
                    + "issue a new ticket to its holder.")
        }
        guard isRemoved else { return }
        throw LedgerError.refused(
            "Ticket \(ticket.id) is off the list, so it cannot be \(action.done): its import was undone, or the box "
                + "that added it was revoked. If it is valid, import its list again.")
    }

    /// Changes the status of a ticket as an issued list says, if its current status allows it.
    func apply(_ action: TicketAction, by list: Attribution, on instant: Timestamp, in db: Database) throws {
        let before = try statusBeforeWithdrawal(in: db)
        guard let status = action.status(after: status, before: before), status != self.status else { return }
        try set(status, for: action, by: list, on: instant, in: db)
    }
}
