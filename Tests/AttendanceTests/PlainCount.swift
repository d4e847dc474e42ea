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
        for line in history.lines.sorted(by: { $0.hlc < $1.hlc }) where line.zone == zone && line.people != 0 {
            now += line.people
            most = max(most, now)
        }
        return most == .min ? nil : (most, now)
    }

    func scans(where isMeant: (RandomHistory.Line) -> Bool) -> Int { history.lines.filter(isMeant).count }
}
