// A random evening, written straight into a ledger's tables, and kept as plain values beside them.

import GRDB
import TestSupport
import TicketSigning

@testable import Ledger

/// Tickets and scans as any boxes may have written them.
struct RandomHistory {
    struct Listed {
        let id: TicketID
        let tier: String?
        let status: TicketStatus
        let admits: Int?
        let replaces: TicketID?
    }

    struct Line {
        let box: Int
        let seq: Int64
        let gate: String
        let zone: String
        let ticket: TicketID?
        let kind: String
        let verdict: String
        let reason: String
        let slot: Int?
        let people: Int
        let undone: Int?
        let actor: String?
        let at: Int64
        let hlc: Int64
    }

    let door: TestDoor
    var boxes: [BoxID] = []
    var tickets: [Listed] = []
    var lines: [Line] = []

    static let zones = ["main": "main", "north": "main", "stage": "backstage"]
    static let start: Int64 = 1_783_184_400_000

    init(in folder: String, using random: inout SeededGenerator) async throws {
        door = try await TestDoor(in: folder)
        boxes = [try await door.ledger.ownBox().id, .random(), .random()]
        makeTickets(using: &random)
        makeLines(using: &random)
        try await write()
    }

    private mutating func makeTickets(using random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            let older = tickets.filter { $0.status == .replaced }.map(\.id)
            let taken = Set(tickets.compactMap(\.replaces))
            let replaces = older.first { !taken.contains($0) && Bool.random(using: &random) }
            let status = TicketStatus.allCases.randomElement(using: &random) ?? .valid
            tickets.append(
                Listed(
                    id: .random(),
                    tier: ["VIP", "Regular", nil].randomElement(using: &random) ?? nil,
                    status: Bool.random(using: &random) ? .valid : status,
                    admits: [nil, nil, 1, 4].randomElement(using: &random) ?? nil,
                    replaces: replaces
                ))
        }
    }

    private mutating func makeLines(using random: inout SeededGenerator) {
        var hlc = Self.start * 65_536
        var sequences = [Int64](repeating: 0, count: boxes.count)
        let unlisted = TicketID.random()
        for _ in 0..<Int.random(in: 0...300, using: &random) {
            let at = hlc / 65_536 + Int64.random(in: -30_000...60_000, using: &random)
            hlc = max(hlc + 1, at * 65_536)
            let box = Int.random(in: 0..<boxes.count, using: &random)
            sequences[box] += 1
            let gate = Self.zones.keys.sorted().randomElement(using: &random) ?? "main"
            let ticket = tickets.randomElement(using: &random)?.id ?? unlisted
            let known = Int.random(in: 0..<40, using: &random) == 0 ? unlisted : ticket
            lines.append(
                line(box, sequences[box], gate, known, at: at, hlc: hlc, kind: .random(in: 0..<10, using: &random)))
        }
    }

    private func line(
        _ box: Int, _ seq: Int64, _ gate: String, _ ticket: TicketID, at: Int64, hlc: Int64, kind: Int
    ) -> Line {
        let slot = 1 + lines.filter { $0.box == box && $0.ticket == ticket && $0.slot != nil }.count
        let undone = Set(lines.compactMap(\.undone))
        let last = lines.indices.last { lines[$0].slot != nil && lines[$0].kind != "void" && !undone.contains($0) }
        func made(
            _ kind: String, _ verdict: String, _ reason: String, slot: Int? = nil, people: Int = 0, by: String? = nil
        ) -> Line {
            Line(
                box: box, seq: seq, gate: gate, zone: Self.zones[gate] ?? "main", ticket: ticket, kind: kind,
                verdict: verdict, reason: reason, slot: slot, people: people, undone: nil, actor: by, at: at, hlc: hlc)
        }
        switch kind {
        case 0...3: return made("entry", "admit", "admitted", slot: slot, people: 1, by: seq % 5 == 0 ? "ruth" : nil)
        case 4: return made("entry", "admit", "readmitted", slot: slot, people: 1)
        case 5: return made("exit", "admit", "exited", slot: slot, people: -1)
        case 6: return made("override", "admit", "unpaid", slot: slot, people: 1, by: ["joel", "ruth"][Int(seq % 2)])
        case 7:
            guard let last, let what = lines[last].ticket else { return made("entry", "ask", "check") }
            let next = 1 + lines.filter { $0.box == box && $0.ticket == what && $0.slot != nil }.count
            return Line(
                box: box, seq: seq, gate: lines[last].gate, zone: lines[last].zone, ticket: what, kind: "void",
                verdict: "admit", reason: "undone", slot: next, people: -lines[last].people, undone: last,
                actor: "joel", at: at, hlc: hlc)
        case 8: return made("entry", "refuse", "already-used")
        default: return made("entry", "ask", "unpaid")
        }
    }

    private func write() async throws {
        let (event, boxes, tickets, lines) = (door.event.id, boxes, tickets, lines)
        try await door.ledger.write { db in
            for box in boxes.dropFirst() {
                try db.execute(
                    sql: "INSERT INTO box (id, name, key) VALUES (?, ?, zeroblob(32))",
                    arguments: [box.blob, "b-\(box.description.prefix(4))"])
            }
            for tier in ["VIP", "Regular"] {
                try db.execute(
                    sql: "INSERT INTO tier (event, name, admits) VALUES (?, ?, ?)",
                    arguments: [event.blob, tier, tier == "VIP" ? 2 : nil])
            }
            for ticket in tickets {
                try db.execute(
                    sql: """
                        INSERT INTO ticket (id, event, user, epoch, tier, status, admits, replaces)
                        VALUES (?, ?, ?, 1, ?, ?, ?, ?)
                        """,
                    arguments: [
                        ticket.id.blob, event.blob, UserID.random().blob, ticket.tier, ticket.status.rawValue,
                        ticket.admits, ticket.replaces?.blob,
                    ])
            }
            let chains = lines.map { _ in EventID.random().blob.chain }
            for (line, chain) in zip(lines, chains) {
                let undone = line.undone.map { lines[$0] }
                try db.execute(
                    sql: """
                        INSERT INTO scan
                        VALUES
                            (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, NULL, ?, NULL, ?, NULL, ?, ?, NULL, 1)
                        """,
                    arguments: [
                        boxes[line.box].blob, line.seq, event.blob, line.gate, line.zone, line.ticket?.blob, line.kind,
                        line.verdict, line.reason, line.slot, line.people, undone.map { boxes[$0.box] }?.blob,
                        undone?.seq, line.undone.map { chains[$0] }, line.actor, line.at, line.hlc, chain,
                    ])
            }
        }
    }
}

extension DatabaseValue {
    /// 32 bytes, as many as a link of the chain has.
    fileprivate var chain: DatabaseValue {
        guard case .blob(let data) = storage else { return self }
        return (data + data).databaseValue
    }
}
