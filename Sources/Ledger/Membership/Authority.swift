// What a box may record, by its membership.

import FoundationEssentials
import GRDB
import TicketSigning

/// What the records of a box may do, by its membership.
///
/// A line of a log that may do nothing is kept without effect, whoever brought it and whatever it says; a version is
/// left out. What a record may do follows from it and its author's membership alone, so that all ledgers come to the
/// same answer in any order.
struct Authority {
    /// What the box may do; `nil` for a box whose lines have no effect.
    let rights: MemberRights?
    /// What still counts after the box was revoked; `nil` for a box in good standing.
    private(set) var revocation: Revocation?

    private init(_ rights: MemberRights?, revocation: Revocation? = nil) {
        (self.rights, self.revocation) = (rights, revocation)
    }

    /// Reads what a box may do.
    ///
    /// In a ledger that belongs to no organiser yet, every box may do everything. The ledger's own box is like a gate
    /// until its membership arrives.
    init(of box: BoxID, in db: Database) throws {
        if let terms = try SignedMembership.ofBox(box, in: db)?.membership.terms {
            // A role of a newer version is more than a gate, but nobody knows here what.
            self.init(terms.rights, revocation: terms.revoked)
        } else if try Root.pinned(in: db) == nil {
            self.init(MemberRights(.organiser))
        } else {
            self.init(try Box.own(in: db)?.id == box ? MemberRights(.gate) : nil)
        }
    }

    /// The box's role; `nil` for a box whose lines have no effect.
    var role: BoxRole? { rights?.role }

    /// Returns the same with another revocation.
    func revoked(_ revocation: Revocation?) -> Authority {
        Authority(rights, revocation: revocation)
    }

    /// Returns whether the box takes part in an event.
    ///
    /// - Parameter event: The event; `nil` if nobody knows it here.
    /// - Returns: Whether it does; a box that takes part in all events does in one that nobody knows.
    func takesPart(in event: EventID?) -> Bool {
        guard let rights else { return false }
        guard let events = rights.events else { return true }
        return event.map(events.contains) == true
    }

    /// Returns whether a scan may have an effect, a revocation aside: one that undoes what another box recorded is for
    /// organisers only. What the rules decided always may.
    func permits(_ scan: SharedScan) -> Bool {
        guard let rights, takesPart(in: scan.event) else { return false }
        guard let undone = scan.undoneBox else {
            return scan.actor == nil || scan.slot == nil || rights.permits(.admit)
        }
        return rights.role == .organiser || undone == scan.box && rights.permits(.undo)
    }

    /// Returns whether a change may have an effect, a revocation aside.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - event: The event of its ticket; `nil` if the ticket is not listed here.
    /// - Returns: Whether it may; one to a ticket that arrives later is judged again then.
    func permits(_ change: SharedChange, of event: EventID?) -> Bool {
        takesPart(in: event) && permits(change.action, was: change.was)
    }

    /// Returns whether a change may have an effect, whatever its ticket's event is: gates pay, block, and lift blocks;
    /// desks reissue as well.
    ///
    /// - Parameters:
    ///   - action: The action, which may be one of a newer version.
    ///   - was: The ticket's status before.
    /// - Returns: Whether it may.
    func permits(_ action: String, was: String) -> Bool {
        guard let rights else { return false }
        return switch TicketAction(rawValue: action) {
        case .pay: rights.permits(.pay)
        case .block: rights.permits(.block)
        case .restore: rights.role == .organiser || was == TicketStatus.blocked.rawValue && rights.permits(.block)
        case .reissue: rights.role != .gate && rights.permits(.reissue)
        case .revoke, nil: rights.role == .organiser
        }
    }

    /// Returns how versions of the box compare with those of others: the greater rank wins, whatever their times, so
    /// that a desk cannot change what an organiser has written.
    ///
    /// - Parameters:
    ///   - kind: The kind of the version: event, ticket or message.
    ///   - event: The event that it belongs to.
    /// - Returns: ``organisersRank``, 1 for tickets of desks, and 0 if the box may not write it. A revoked box may
    ///   write none: whoever has its key can write versions of any time.
    func rank(of kind: SharedRecord.Kind, in event: EventID) -> Int {
        guard let role, revocation == nil, takesPart(in: event) else { return 0 }
        return switch (role, kind) {
        case (.organiser, _): Self.organisersRank
        case (.desk, .ticket): 1
        case (.desk, _), (.gate, _): 0
        }
    }

    /// Returns how a version of the box compares with those of others, as ``rank(of:in:)-(SharedRecord.Kind,_)`` does;
    /// a desk writes tickets of its tiers, and those that replace others only if it may reissue tickets.
    func rank(of record: SharedRecord, in event: EventID) -> Int {
        let rank = rank(of: record.kind, in: event)
        guard case .ticket(let ticket) = record, let rights else { return rank }
        let mayReplace = ticket.replaces == nil || rights.permits(.reissue)
        guard mayReplace && rights.permits(tier: ticket.tier) else { return 0 }
        return min(rank, Self.greatestRank(at: ticket.stamp))
    }

    /// The rank of what organisers write.
    static let organisersRank = 2

    /// Returns the greatest rank of a ticket: that of a desk's where no clock gave its time.
    static func greatestRank(at stamp: HybridTimestamp) -> Int {
        stamp.hlc < HybridTimestamp.earliest ? 1 : organisersRank
    }

    /// Whether the box may write versions of anything.
    var writesLists: Bool { role != nil && role != .gate && revocation == nil }

    /// Returns what ``permits(_:)`` and ``permits(_:of:)`` say, as an SQL expression.
    ///
    /// - Parameter log: The log of the lines.
    /// - Returns: An expression on the table's columns; 0 or 1.
    func condition(on log: LogKind) -> String {
        guard let rights else { return "0" }
        let list = rights.events.map { $0.sorted().map(\.literal).joined(separator: ", ") }
        switch log {
        case .scan:
            let byHand = rights.permits(.admit) ? "" : " AND (undone_box NOT NULL OR actor IS NULL OR slot IS NULL)"
            let undoing =
                switch (rights.role, rights.permits(.undo)) {
                case (.organiser, _): "1"
                case (_, true): "(undone_box IS NULL OR undone_box = box)"
                case (_, false): "undone_box IS NULL"
                }
            return "(\(undoing)\(byHand)\(list.map { " AND event IN (\($0))" } ?? ""))"
        case .change:
            let actions = TicketAction.allCases.filter { permits($0.rawValue, was: "") }
            let names = actions.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            let lifting = "action = 'restore' AND was = '\(TicketStatus.blocked.rawValue)'"
            let permitted = "(action IN (\(names))\(rights.permits(.block) ? " OR \(lifting)" : ""))"
            guard let list else { return permitted }
            return permitted + """
                 AND EXISTS (SELECT 1 FROM ticket AS listed WHERE listed.id = ticket_change.ticket
                    AND listed.event IN (\(list)) UNION ALL
                    SELECT 1 FROM granted_ticket AS granted
                    JOIN partner_grant ON partner_grant.id = granted.partner_grant
                    WHERE granted.id = ticket_change.ticket AND partner_grant.event IN (\(list)))
                """
        }
    }
}

extension Authority {
    /// Aborts a transaction in which this ledger's box would record what it may not.
    ///
    /// - Parameters:
    ///   - sentence: What is not allowed, for people.
    ///   - db: The transaction that is about to act.
    ///   - isPermitted: Whether the box may do it.
    /// - Throws: ``LedgerError/refused(_:)``; `DatabaseError`.
    static func require(
        _ sentence: @autoclosure () -> String,
        in db: Database,
        _ isPermitted: (Authority) -> Bool
    ) throws {
        let own = try Authority(of: Box.owner(in: db).id, in: db)
        try own.requireGoodStanding()
        guard isPermitted(own) else { throw LedgerError.refused(sentence()) }
    }

    /// Aborts a transaction in which this ledger's box would record a scan that no other ledger counts: a guest would
    /// enter again elsewhere.
    ///
    /// - Parameters:
    ///   - record: The scan.
    ///   - box: This ledger's box.
    ///   - db: The transaction that is about to record it.
    /// - Throws: ``LedgerError/refused(_:)``; `DatabaseError`.
    static func requireRecording(_ record: ScanRecord, by box: BoxID, in db: Database) throws {
        let own = try requireTakingPart(in: record.gate.event, by: box, in: db)
        if record.undone != nil {
            try own.require(.undo)
        } else if record.by != nil, record.slot != nil {
            try own.require(.admit)
        }
    }

    /// Aborts a transaction if no other ledger counts what this ledger's box records at an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - box: This ledger's box.
    ///   - db: A transaction.
    /// - Returns: The box's rights.
    /// - Throws: ``LedgerError/refused(_:)``; `DatabaseError`.
    static func requireTakingPart(in event: EventID, by box: BoxID, in db: Database) throws -> Authority {
        let own = try Authority(of: box, in: db)
        try own.requireGoodStanding()
        guard own.takesPart(in: event) else {
            throw LedgerError.refused(
                "This box does not take part in this event, so nothing was recorded; see `doorcheck box list`.")
        }
        return own
    }

    /// Aborts a transaction in which this ledger's box would change a ticket in a way that no other ledger counts.
    ///
    /// - Parameters:
    ///   - action: The change.
    ///   - ticket: The ticket.
    ///   - db: The transaction that is about to record it.
    /// - Throws: ``LedgerError/refused(_:)``; `DatabaseError`.
    static func requireChanging(_ action: TicketAction, of ticket: IssuedTicket, in db: Database) throws {
        let own = try Authority(of: Box.owner(in: db).id, in: db)
        try own.requireGoodStanding()
        guard own.takesPart(in: ticket.ticket.event) else {
            throw LedgerError.refused(
                "This box does not take part in the event of ticket \(ticket.ticket.id), so nothing was recorded; see "
                    + "`doorcheck box list`.")
        }
        guard !own.permits(action.rawValue, was: ticket.status.rawValue) else { return }
        if let rights = own.rights, let needed = action.memberAction(was: ticket.status, as: rights.role) {
            try own.require(needed)
        }
        throw LedgerError.refused(
            "This box may not do that: ticket \(ticket.ticket.id) can be \(action.done) on an organiser's machine.")
    }

    /// Aborts a transaction in which this ledger's box would record something although it was revoked.
    private func requireGoodStanding() throws {
        guard revocation != nil else { return }
        throw LedgerError.refused(
            "The organiser has revoked this box, so nothing was recorded. Ask the organiser; the box can go on as a "
                + "new one with `doorcheck sync id --new`.")
    }

    /// Aborts a transaction in which this ledger's box would do what its membership does not name.
    private func require(_ action: MemberAction) throws {
        guard rights?.permits(action) == false else { return }
        throw LedgerError.refused(
            "The organiser does not permit this box to \(action.phrase), so nothing was recorded; see `doorcheck box "
                + "list`.")
    }

    /// Aborts a transaction in which this ledger's box would add tickets that other ledgers leave out.
    ///
    /// - Parameters:
    ///   - tickets: The tickets.
    ///   - db: The transaction that is about to add them.
    /// - Throws: ``LedgerError/refused(_:)``; `DatabaseError`.
    static func requireAdding(_ tickets: some Sequence<IssuedTicket>, in db: Database) throws {
        let own = try Authority(of: Box.owner(in: db).id, in: db)
        guard let rights = own.rights, let tiers = rights.tiers else { return }
        guard let wrong = tickets.first(where: { !rights.permits(tier: $0.tier) }) else { return }
        let what = wrong.tier.map { "of the tier '\($0)'" } ?? "without a tier"
        let known = tiers.isEmpty ? "none" : MembershipTerms.sorted(tiers).joined(separator: ", ")
        throw LedgerError.refused(
            "The organiser does not permit this box to add tickets \(what), so nothing was recorded; it may add "
                + "those of: \(known).")
    }

    /// Aborts a transaction in which this ledger's box would write a version that other ledgers leave out.
    ///
    /// - Parameters:
    ///   - kind: The kind of the version.
    ///   - event: The event that it belongs to.
    ///   - changesOthers: Whether it may replace versions of other boxes, which only an organiser's can.
    ///   - db: The transaction that is about to write it.
    /// - Throws: ``LedgerError/refused(_:)``; `DatabaseError`.
    static func requireWriting(
        _ kind: SharedRecord.Kind,
        in event: EventID,
        changesOthers: Bool = false,
        _ db: Database
    ) throws {
        let what =
            switch kind {
            case .ticket where changesOthers: "lists are imported and corrected on an organiser's machine"
            case .ticket: "tickets are added on an organiser's machine or at a desk"
            case .message: "messages are written on an organiser's machine"
            default: "events are set up on an organiser's machine"
            }
        try require("This box may not do that: \(what). See `doorcheck box list`.", in: db) {
            $0.rank(of: kind, in: event) > (changesOthers ? 1 : 0)
        }
    }
}

extension TicketAction {
    /// What a membership must permit for the change; `nil` if no gate or desk may make it.
    fileprivate func memberAction(was status: TicketStatus, as role: BoxRole) -> MemberAction? {
        switch self {
        case .pay: .pay
        case .block: .block
        case .restore: status == .blocked ? .block : nil
        case .reissue: role == .gate ? nil : .reissue
        case .revoke: nil
        }
    }
}

extension EventID {
    /// The identifier as an SQL literal.
    fileprivate var literal: String {
        let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "x'\(digits.joined())'"
    }
}
