// What lines and lists come to, worked out once more by another way than the ledger's.

import Admission
import GRDB
import TicketSigning

@testable import Ledger

/// What the lines that a ledger holds should have as their effect, by the memberships that it knows.
///
/// It follows from the lines, the lists and the memberships. Of what the ledger works out from them, only whether a
/// ticket replaces too many others is taken from it.
struct ExpectedEffects {
    /// A line, and whether the ledger says that it counts.
    private struct Line {
        let record: SharedRecord
        let place: LogPlace
        let counts: Bool
    }

    private struct Listed {
        let event: EventID
        let first: String
        let status: String
        let replaces: TicketID?
        let isOverlong: Bool
        let isRemoved: Bool
    }

    private let lines: [Line]
    private let tickets: [TicketID: Listed]
    private let inside: [String: Int]
    /// Every box's membership; `nil` where boxes belong to no organiser.
    private let members: [BoxID: MembershipTerms]?
    /// The lines of a revoked box that count.
    private let kept: Set<LogPlace>

    /// - Parameters:
    ///   - ledger: A ledger.
    ///   - hasRoles: Whether it belongs to an organiser.
    ///   - kept: The lines of the revoked box from before the theft.
    /// - Throws: `LedgerError`.
    init(in ledger: Ledger, hasRoles: Bool, kept: Set<LogPlace>) async throws {
        self.kept = kept
        let terms = try await ledger.memberships().map { ($0.box, $0.terms) }
        members = hasRoles ? Dictionary(uniqueKeysWithValues: terms) : nil
        (lines, tickets, inside) = try await ledger.read { db in
            let changes = try Row.fetchAll(db, sql: "SELECT * FROM ticket_change").map {
                try Self.line(.change(SharedChange($0)), counts: $0["counts"])
            }
            let scans = try Row.fetchAll(db, sql: "SELECT * FROM scan").map {
                try Self.line(.scan(SharedScan($0)), counts: $0["counts"])
            }
            let tickets = try Row.fetchAll(db, sql: "SELECT * FROM ticket").map { row in
                let listed = Listed(
                    event: try row.identifier("event"), first: row["first_status"] ?? row["status"],
                    status: row["status"], replaces: row.optionalIdentifier("replaces"),
                    isOverlong: row["overlong"] != nil, isRemoved: row["removed"])
                return (try row.identifier("id") as TicketID, listed)
            }
            let inside = try Row.fetchAll(db, sql: "SELECT event, zone, people FROM inside WHERE people <> 0").map {
                ("\(try $0.identifier("event") as EventID) \($0["zone"] as String)", $0["people"] as Int)
            }
            return (
                changes + scans, Dictionary(uniqueKeysWithValues: tickets), Dictionary(uniqueKeysWithValues: inside)
            )
        }
    }

    private static func line(_ record: SharedRecord, counts: Bool) throws -> Line {
        guard let place = record.place else { throw LedgerError.refused("a line has no place") }
        return Line(record: record, place: place, counts: counts)
    }

    /// Returns the lines of a box that are from before a moment by its own clock, as everything is that they follow.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - moment: The moment.
    /// - Returns: The places of the lines.
    func lines(of box: BoxID, before moment: Timestamp) -> Set<LogPlace> {
        var earlier: [LogPlace: SharedRecord] = [:]
        for line in lines.filter({ $0.place.box == box }).sorted(by: { $0.place.seq < $1.place.seq }) {
            guard line.record.moment < moment.milliseconds else { continue }
            guard line.record.beginsLog || earlier.values.contains(where: line.record.isChained) else { continue }
            earlier[line.place] = line.record
        }
        return Set(earlier.keys)
    }

    /// Returns what the ledger says that is not so.
    func violations() -> [String] {
        let wrong = lines.filter { $0.counts != counts($0) }.map {
            "line \($0.place.seq) of \($0.place.box) \($0.counts ? "counts" : "does not count"): \($0.record.summary)"
        }
        let statuses = tickets.compactMap { ticket, listed in
            let expected = status(of: ticket)
            return expected == listed.status ? nil : "ticket \(ticket) is \(listed.status), not \(expected)"
        }
        let people = people()
        return wrong + statuses.sorted()
            + (inside == people ? [] : ["\(inside) people are inside, not \(people)"])
    }

    // MARK: - Lines

    private func counts(_ line: Line) -> Bool {
        guard let members else { return true }
        guard let terms = members[line.place.box] else { return false }
        guard terms.revoked == nil || kept.contains(line.place) else { return false }
        if terms.role == BoxRole.organiser.rawValue { return true }
        func names(_ action: MemberAction) -> Bool { terms.actions?.contains(action.rawValue) != false }
        func takesPart(in event: EventID?) -> Bool { terms.events.map { $0.contains { $0 == event } } ?? true }
        switch line.record {
        case .scan(let scan):
            guard takesPart(in: scan.event) else { return false }
            if let undone = scan.undoneBox { return undone == scan.box && names(.undo) }
            let isByHand = scan.actor != nil && scan.slot != nil
            return !isByHand || names(.admit)
        case .change(let change):
            guard takesPart(in: tickets[change.ticket]?.event) else { return false }
            return switch (change.action, change.was) {
            case ("pay", _): names(.pay)
            case ("block", _), ("restore", "blocked"): names(.block)
            case ("reissue", _): terms.role == BoxRole.desk.rawValue && names(.reissue)
            default: false
            }
        default: return false
        }
    }

    // MARK: - Statuses

    /// A payment lifts no block, only somebody who knew of a withdrawal lifts it, and what was replaced stays so.
    private func status(of ticket: TicketID) -> String {
        guard let listed = tickets[ticket] else { return "" }
        var chain = [ticket]
        while let older = chain.last.flatMap({ tickets[$0]?.replaces }), !chain.contains(older) {
            guard let event = tickets[older]?.event else {
                chain.append(older)
                break
            }
            guard event == listed.event else { break }
            chain.append(older)
        }
        let first = chain.last { tickets[$0] != nil }.flatMap { tickets[$0]?.first } ?? listed.first
        var (isPaid, isBlocked, isWithdrawn) = (first != "unpaid", first == "blocked", first == "revoked")
        let isListedAsReplaced = tickets.values.contains { $0.replaces == ticket && $0.event == listed.event }
        var isReplaced = first == "replaced" || isListedAsReplaced
        for change in changes(to: chain) {
            switch change.action {
            case "pay": isPaid = true
            case "block": isBlocked = true
            case "revoke": isWithdrawn = true
            case "restore" where !isWithdrawn || change.was == "revoked": (isBlocked, isWithdrawn) = (false, false)
            case "reissue" where change.ticket == ticket: isReplaced = true
            default: break
            }
        }
        if listed.isOverlong || listed.isRemoved { isWithdrawn = true }
        if isReplaced { return "replaced" }
        if isWithdrawn { return "revoked" }
        return isBlocked ? "blocked" : isPaid ? "valid" : "unpaid"
    }

    private func changes(to tickets: [TicketID]) -> [SharedChange] {
        let counted = lines.filter(counts).compactMap { line -> SharedChange? in
            guard case .change(let change) = line.record, tickets.contains(change.ticket) else { return nil }
            return change
        }
        return counted.sorted {
            guard $0.hlc == $1.hlc else { return $0.hlc < $1.hlc }
            guard $0.box == $1.box else { return $0.box < $1.box }
            guard $0.seq == $1.seq else { return $0.seq < $1.seq }
            return $0.chain.bytes.lexicographicallyPrecedes($1.chain.bytes)
        }
    }

    // MARK: - People

    /// What was undone or does not count has moved nobody, and neither has an exit if nobody is inside with the ticket.
    private func people() -> [String: Int] {
        var people: [String: Int] = [:]
        let scans = lines.compactMap { line -> (scan: SharedScan, counts: Bool)? in
            guard case .scan(let scan) = line.record else { return nil }
            return (scan, counts(line))
        }
        let undone = Set(scans.filter(\.counts).compactMap { Simulation.ScanKey(undoneBy: $0.scan) })
        for (scan, isCounted) in scans where isCounted && scan.people != 0 && scan.undoneBox == nil {
            guard !undone.contains(Simulation.ScanKey(scan)) else { continue }
            people["\(scan.event) \(scan.zone)", default: 0] += scan.people
        }
        for scan in exitsOfNobody(among: scans.filter(\.counts).map(\.scan)) {
            people["\(scan.event) \(scan.zone)", default: 0] += 1
        }
        return people.filter { $0.value != 0 }
    }

    private func exitsOfNobody(among scans: [SharedScan]) -> [SharedScan] {
        struct Place: Hashable {
            let event: EventID
            let zone: String
            let first: TicketID
        }
        let undone = Set(scans.compactMap { Simulation.ScanKey(undoneBy: $0) })
        let moves = scans.filter { $0.slot != nil && $0.undoneBox == nil && !undone.contains(Simulation.ScanKey($0)) }
        var inside: [Place: Int] = [:]
        return moves.sorted(by: SharedScan.isEarlier).filter { scan in
            guard let ticket = scan.ticket else { return false }
            let place = Place(event: scan.event, zone: scan.zone, first: firstOfSeries(ticket, at: scan.event))
            let people = inside[place, default: 0] + scan.people
            inside[place] = max(people, 0)
            return people < 0
        }
    }

    /// Returns the ticket that was issued first of those that replace each other; of a circle, the least.
    private func firstOfSeries(_ ticket: TicketID, at event: EventID) -> TicketID {
        var series = [ticket]
        while let last = series.last, let older = tickets[last]?.replaces,
            tickets[older].map({ $0.event == (tickets[ticket]?.event ?? event) }) ?? true
        {
            if let start = series.firstIndex(of: older) { return series[start...].min() ?? ticket }
            series.append(older)
        }
        return series.last ?? ticket
    }
}

extension SharedScan {
    /// Whether a scan comes first in the book.
    fileprivate static func isEarlier(_ one: SharedScan, _ other: SharedScan) -> Bool {
        guard one.hlc == other.hlc else { return one.hlc < other.hlc }
        guard one.box == other.box else { return one.box < other.box }
        guard one.seq == other.seq else { return one.seq < other.seq }
        return one.chain.bytes.lexicographicallyPrecedes(other.chain.bytes)
    }
}

extension SharedRecord {
    /// When a line was written, by its box's own clock.
    fileprivate var moment: Int64 {
        switch self {
        case .scan(let scan): scan.at
        case .change(let change): change.at
        default: 0
        }
    }

    fileprivate var summary: String {
        (try? line()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
