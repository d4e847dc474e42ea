// The figures of a report, counted a second time and plainly.

import Ledger
import TicketSigning

@testable import Attendance

/// Counts a history the slow way, from the definitions in docs/report.md.
struct PlainCount {
    let history: RandomHistory

    /// Entries that were not undone, in the order of the book.
    private var standing: [RandomHistory.Line] {
        let undone = Set(history.lines.compactMap(\.undone))
        let lines = history.lines.indices.filter { !undone.contains($0) }.map { history.lines[$0] }
        return lines.filter { $0.slot != nil && ["entry", "override"].contains($0.kind) && $0.reason != "readmitted" }
            .sorted { $0.hlc < $1.hlc }
    }

    /// Overrides that were undone.
    var undoneOverrides: Int {
        history.lines.compactMap(\.undone).filter { history.lines[$0].kind == "override" }.count
    }

    /// The entry by which each person of each ticket came.
    var arrivals: [RandomHistory.Line] {
        var inZone: [String: Int] = [:]
        var come: Set<String> = []
        return standing.filter { line in
            guard let ticket = line.ticket else { return false }
            inZone["\(ticket) \(line.zone)", default: 0] += 1
            return come.insert("\(ticket) \(inZone["\(ticket) \(line.zone)"] ?? 0)").inserted
        }
    }

    var listed: [RandomHistory.Listed] {
        history.tickets.filter { $0.status != .revoked && $0.status != .replaced }
    }

    func expected(_ ticket: RandomHistory.Listed) -> Int { ticket.admits ?? (ticket.tier == "VIP" ? 2 : 1) }

    /// People who came with a ticket or one that it was issued in place of; in the zone where most of them are.
    func came(_ ticket: RandomHistory.Listed) -> Int {
        var line: Set<TicketID> = [ticket.id]
        var older = ticket.replaces
        while let id = older {
            line.insert(id)
            older = history.tickets.first { $0.id == id }?.replaces
        }
        let entries = standing.filter { $0.ticket.map(line.contains) ?? false }
        return Dictionary(entries.map { ($0.zone, 1) }, uniquingKeysWith: +).values.max() ?? 0
    }

    var noShows: Int { listed.reduce(0) { $0 + max(0, expected($1) - came($1)) } }

    /// The most people that were in a zone at once, and those at the end.
    func inside(_ zone: String) -> (most: Int, end: Int)? {
        var (now, most) = (0, Int.min)
        let exitsOfNobody = exitsOfNobody
        for index in history.lines.indices.sorted(by: { history.lines[$0].hlc < history.lines[$1].hlc }) {
            let line = history.lines[index]
            guard line.zone == zone && line.people != 0 else { continue }
            now += exitsOfNobody.contains(index) ? 0 : line.people
            most = max(most, now)
        }
        return most == .min ? nil : (most, now)
    }

    /// The exits that were not undone and at which nobody was inside with the ticket, or with one that it replaces or
    /// that replaces it.
    private var exitsOfNobody: Set<Int> {
        let undone = Set(history.lines.compactMap(\.undone))
        let replaced = Dictionary(
            history.tickets.map { ($0.id, $0.replaces) }, uniquingKeysWith: { first, _ in first })
        var inside: [String: Int] = [:]
        var exits: Set<Int> = []
        for index in history.lines.indices.sorted(by: { history.lines[$0].hlc < history.lines[$1].hlc }) {
            let line = history.lines[index]
            guard var first = line.ticket, line.slot != nil, line.kind != "void", !undone.contains(index) else {
                continue
            }
            while let older = replaced[first] ?? nil { first = older }
            let place = "\(first) \(line.zone)"
            if line.people < 0, inside[place, default: 0] == 0 { exits.insert(index) }
            inside[place] = max(0, inside[place, default: 0] + line.people)
        }
        return exits
    }

    func scans(where isMeant: (RandomHistory.Line) -> Bool) -> Int { history.lines.filter(isMeant).count }
}
