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
    /// The box's role; `nil` for a box whose lines have no effect.
    let role: BoxRole?
    /// The events that the box takes part in; `nil` for all.
    let events: Set<EventID>?
    /// What still counts after the box was revoked; `nil` for a box in good standing.
    private(set) var revocation: Revocation?

    private init(_ role: BoxRole?, events: Set<EventID>? = nil, revocation: Revocation? = nil) {
        (self.role, self.events, self.revocation) = (role, events, revocation)
    }

    /// Reads what a box may do.
    ///
    /// In a ledger that belongs to no organiser yet, every box may do everything. The ledger's own box is like a gate
    /// until its membership arrives.
    init(of box: BoxID, in db: Database) throws {
        let membership = try SignedMembership.ofBox(box, in: db)?.membership
        if let membership {
            // A role of a newer version is more than a gate, but nobody knows here what.
            self.init(
                membership.role ?? .gate, events: membership.terms.events.map(Set.init),
                revocation: membership.terms.revoked)
        } else if try Root.pinned(in: db) == nil {
            self.init(.organiser)
        } else {
            self.init(try Box.own(in: db)?.id == box ? .gate : nil)
        }
    }

    /// Returns the same with another revocation.
    func revoked(_ revocation: Revocation?) -> Authority {
        var changed = self
        changed.revocation = revocation
        return changed
    }

    /// Returns whether a scan may have an effect, a revocation aside: one that undoes what another box recorded is for
    /// organisers only.
    func permits(_ scan: SharedScan) -> Bool {
        guard let role, events?.contains(scan.event) != false else { return false }
        return role == .organiser || scan.undoneBox == nil || scan.undoneBox == scan.box
    }

    /// Returns whether a change may have an effect, a revocation aside.
    func permits(_ change: SharedChange) -> Bool {
        permits(change.action, was: change.was)
    }

    /// Returns whether a change may have an effect: gates pay, block, and lift blocks; desks reissue as well.
    ///
    /// - Parameters:
    ///   - action: The action, which may be one of a newer version.
    ///   - was: The ticket's status before.
    /// - Returns: Whether it may.
    func permits(_ action: String, was: String) -> Bool {
        guard let role else { return false }
        return switch TicketAction(rawValue: action) {
        case .pay, .block: true
        case .restore: role == .organiser || was == TicketStatus.blocked.rawValue
        case .reissue: role != .gate
        case .revoke, nil: role == .organiser
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
        guard let role, revocation == nil, events?.contains(event) != false else { return 0 }
        return switch (role, kind) {
        case (.organiser, _): Self.organisersRank
        case (.desk, .ticket): 1
        case (.desk, _), (.gate, _): 0
        }
    }

    /// The rank of what organisers write.
    static let organisersRank = 2

    /// Whether the box may write versions of anything.
    var writesLists: Bool { role != nil && role != .gate && revocation == nil }

    /// Returns what ``permits(_:)-(SharedScan)`` and ``permits(_:)-(SharedChange)`` say, as an SQL expression.
    ///
    /// - Parameter log: The log of the lines.
    /// - Returns: An expression on the table's columns; 0 or 1.
    func condition(on log: LogKind) -> String {
        guard let role else { return "0" }
        switch log {
        case .scan:
            let undoing = role == .organiser ? "1" : "(undone_box IS NULL OR undone_box = box)"
            guard let events else { return undoing }
            let list = events.sorted().map(\.literal).joined(separator: ", ")
            return "\(undoing) AND event IN (\(list))"
        case .change:
            guard role != .organiser else { return "1" }
            let actions = TicketAction.allCases.filter { permits($0.rawValue, was: "") }
            let names = actions.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            return "(action IN (\(names)) OR action = 'restore' AND was = '\(TicketStatus.blocked.rawValue)')"
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
        guard isPermitted(own) else { throw LedgerError.refused(sentence()) }
    }

    /// Aborts a transaction in which this ledger's box would record a scan that no other ledger counts: a guest would
    /// enter again elsewhere.
    ///
    /// - Parameters:
    ///   - event: The event of the gate.
    ///   - box: This ledger's box.
    ///   - db: The transaction that is about to record it.
    /// - Throws: ``LedgerError/refused(_:)``; `DatabaseError`.
    static func requireRecording(of event: EventID, by box: BoxID, in db: Database) throws {
        let own = try Authority(of: box, in: db)
        guard own.revocation == nil else {
            throw LedgerError.refused(
                "The organiser has revoked this box, so nothing was recorded. Ask the organiser; the box can go on as "
                    + "a new one with `doorcheck sync id --new`.")
        }
        guard own.events?.contains(event) != false else {
            throw LedgerError.refused(
                "This box does not take part in this event, so nothing was recorded; see `doorcheck box list`.")
        }
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

extension EventID {
    /// The identifier as an SQL literal.
    fileprivate var literal: String {
        let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "x'\(digits.joined())'"
    }
}
