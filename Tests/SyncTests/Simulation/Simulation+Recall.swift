// What a stolen box has written is taken back, and what was there before comes back.

import GRDB
import TestSupport
import TicketSigning

@testable import Ledger

extension Simulation {
    /// Once the stolen box is revoked, lists are as if it had written nothing since.
    mutating func checkRecall() async throws {
        guard let theft else { return }
        // What an honest organiser has written since stays, with what the thief had put there.
        let untouched = organisersTickets.filter { !theft.relisted.contains($0) && theft.tickets.contains($0) }
        let box = nodes[theft.number].box.id
        var made = try await theft.made.subtracting(backdated(by: box, before: theft.moment))
        if try await revocation(at: nodes[0])?.isWhole == true {
            made.formUnion(issuers.filter { $0.value == box }.map(\.key))
        }
        for node in honest {
            let found = try await node.ledger.read { [elsewhere, event, made] db in
                let spoiled = try untouched.filter { ticket in
                    let sql = """
                        SELECT count(*) FROM ticket WHERE id = ? AND event = ? AND holder = ?
                            AND NOT removed AND admits IS NULL AND replaces IS NULL
                        """
                    let arguments: StatementArguments = [ticket.blob, event.id.blob, "Guest \(ticket)"]
                    return try Int.fetchOne(db, sql: sql, arguments: arguments) == 0
                }
                let kept = try made.filter { ticket in
                    let sql = "SELECT count(*) FROM ticket WHERE id = ? AND (NOT removed OR replaces NOT NULL)"
                    return try Int.fetchOne(db, sql: sql, arguments: [ticket.blob]) != 0
                }
                let events = [elsewhere.id, event.id].filter { !theft.edited.contains($0) }
                let closed = try events.filter { id in
                    let sql = "SELECT count(*) FROM event WHERE id = ? AND (closed_ms NOT NULL OR name LIKE 'Stolen%')"
                    return try Int.fetchOne(db, sql: sql, arguments: [id.blob]) != 0
                }
                let lost = try theft.sold.filter { ticket in
                    let sql = "SELECT count(*) FROM ticket WHERE id = ? AND holder = ? AND NOT removed"
                    return try Int.fetchOne(db, sql: sql, arguments: [ticket.blob, "Guest \(ticket)"]) == 0
                }
                return [
                    ("spoiled", spoiled.count + lost.count), ("added", kept.count), ("closed", closed.count),
                ]
            }
            for (what, count) in found where count > 0 {
                outcome.violations.append("\(node.name) has \(count) tickets or events that the thief has \(what)")
            }
            try await checkStamps(of: node)
        }
    }

    /// Returns the tickets that the thief has dated before the theft: nobody can tell them from what was there.
    private func backdated(by box: BoxID, before theft: Timestamp) async throws -> Set<TicketID> {
        let dated = "SELECT subject FROM former_version WHERE kind = 'ticket' AND stamper = ? AND hlc >> 16 < ?"
        let isWhole = try await revocation(at: nodes[0])?.isWhole == true
        let moment = isWhole ? 0 : theft.milliseconds
        var tickets: Set<TicketID> = []
        for node in honest {
            tickets.formUnion(
                try await node.ledger.read { db in
                    try Row.fetchAll(db, sql: dated, arguments: [box.blob, moment]).map {
                        try $0.identifier("subject")
                    }
                })
        }
        return tickets
    }

    /// What the organiser writes in place of a version from the far future is none itself: no later version of its own
    /// would be later still. Only at this event has nobody else written a version whose clock was wrong.
    private mutating func checkStamps(of node: SimulatedNode) async throws {
        let stamped = "SELECT hlc FROM event WHERE id = ? AND stamper = ?"
        let hlc = try await node.ledger.read { [box = node.box.id, elsewhere] db in
            try Int64.fetchOne(db, sql: stamped, arguments: [elsewhere.id.blob, box.blob]) ?? 0
        }
        if (hlc >> 16) > node.clock.latest + 60_001 {
            outcome.violations.append("\(node.name) has dated a version \((hlc >> 16) - node.clock.latest) ms ahead")
        }
    }
}
