// Random days at a door, each step compared with the model.

import Admission
import Glibc
import TestSupport
import TicketSigning

@testable import Ledger

/// A ledger and a model that are told the same things.
struct ModelHistory {
    private static let doorways = [
        GateSettings(name: .main), GateSettings(name: named("side")),
        GateSettings(name: named("few"), tiers: ["Group", "Crew", "Student"]),
        GateSettings(name: named("out"), direction: .exit),
        GateSettings(name: named("look"), direction: .check),
    ]

    private static func named(_ name: String) -> GateName { GateName(name) ?? .main }

    private let ledger: Ledger
    private let door: DoorKeys
    private let desks: [GateName: AdmissionDesk]
    private let staff: Attribution
    private var model: DoorModel
    private var random: SeededGenerator
    private var tickets: [Ticket] = []
    private var now: Int64 = 1_790_000_000_000
    private var differences: [String] = []
    private(set) var reasons: [String: Int] = [:]

    /// Runs a history and gives all differences, with its seed.
    ///
    /// - Parameters:
    ///   - operations: How many.
    ///   - seed: Of everything that happens.
    ///   - reentry: The event's policy.
    /// - Returns: Differences, and how often each reason was given.
    /// - Throws: What neither the model nor the ledger should answer with.
    static func run(operations: Int, seed: UInt64, reentry: Reentry) async throws -> ([String], [String: Int]) {
        try await withTemporaryFolder { folder in
            let disk = try UnsyncedDisk(at: folder, seed: seed)
            var history = try await ModelHistory(on: disk, seed: seed, reentry: reentry)
            for _ in 0..<operations where history.differences.isEmpty { try await history.step() }
            try await history.compareBooks()
            return (history.differences.map { "seed \(seed), \(reentry): \($0)" }, history.reasons)
        }
    }

    private init(on disk: UnsyncedDisk, seed: UInt64, reentry: Reentry) async throws {
        var random = SeededGenerator(seed: seed)
        let capacity = [nil, nil, 3, 40].randomElement(using: &random) ?? nil
        let asks = Bool.random(using: &random)
        let event = Event(
            slug: "night",
            name: "Summer Night",
            opens: Timestamp(milliseconds: 1_790_000_300_000),
            closes: Timestamp(milliseconds: 1_790_000_000_000 + 70 * 86_400_000),
            // Seeds that follow each other take turns, so that no run goes without one of the three.
            unlisted: UnlistedPolicy.allCases[Int(seed % UInt64(UnlistedPolicy.allCases.count))],
            exits: seed % 2 == 0 ? .open : .strict,
            admits: Int.random(in: 1...2, using: &random),
            reentry: reentry,
            undoTime: .seconds(600)
        )
        let others = Reentry.allCases.filter { $0 != reentry }
        let tiers: [String: EntryPolicy] = [
            "Regular": EntryPolicy(),
            "Group": EntryPolicy(admits: 4),
            "Crew": EntryPolicy(reentry: others.randomElement(using: &random)),
            "Side": EntryPolicy(gates: [Self.named("side")]),
            "Student": EntryPolicy(note: "student card"),
            "Late": EntryPolicy(opens: Timestamp(milliseconds: 1_790_010_000_000)),
        ]
        let test = try await TestDoor(in: disk.folder, event: event)
        ledger = test.ledger
        try await ledger.update(
            event,
            zones: [Zone(name: .main, capacity: capacity, whenFull: asks ? .ask : .refuse)],
            gates: Self.doorways,
            tiers: tiers.map { Tier(name: $0.key, policy: $0.value) }
        )
        door = DoorKeys(test)
        staff = try Attribution(actor: "desk", why: "test")
        var desks: [GateName: AdmissionDesk] = [:]
        for doorway in Self.doorways { desks[doorway.name] = try await door.desk(on: ledger, at: doorway.name) }
        self.desks = desks
        model = DoorModel(event: event, tiers: tiers, capacity: capacity, asksWhenFull: asks)
        self.random = random
    }

    // MARK: - Steps

    private mutating func step() async throws {
        // Half a day goes by now and then, so that tickets live through several days.
        let isLater = Int.random(in: 0..<15, using: &random) == 0
        now += isLater ? 40_000_000 : Int64.random(in: 0...40_000, using: &random)
        guard let ticket = tickets.randomElement(using: &random) else { return try await issue() }
        // The tickets of late keep coming back, so that their groups fill up.
        let recent = tickets.suffix(6).randomElement(using: &random) ?? ticket
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<4: try await issue()
        case 4..<57: try await scan(recent, byHand: false)
        case 57..<78: try await scan(ticket, byHand: false)
        case 78..<82: try await scan(recent, byHand: true)
        case 82..<88: try await undo(recent.id)
        case 88..<92: try await change(recent.id)
        case 92..<94: try await reissue(recent)
        case 94..<96: try await scan(Ticket.random(of: door.event.id, using: &random), byHand: false)
        default: try await scanForeignCode()
        }
    }

    private mutating func issue() async throws {
        let ticket = Ticket.random(of: door.event.id, using: &random)
        var row = DoorModel.Row(tier: model.tiers.keys.sorted().randomElement(using: &random))
        if Int.random(in: 0..<4, using: &random) == 0 { row.admits = Int.random(in: 1...4, using: &random) }
        if Int.random(in: 0..<10, using: &random) == 0 { row.note = "wristband" }
        if Int.random(in: 0..<10, using: &random) == 0 {
            row.opens = now + Int64.random(in: -60_000...40_000_000, using: &random)
        }
        if Int.random(in: 0..<10, using: &random) == 0 { row.closes = (row.opens ?? now) + 100_000_000 }
        if Int.random(in: 0..<6, using: &random) == 0 { (row.status, row.before) = ("unpaid", "unpaid") }
        try await ledger.add([
            IssuedTicket(
                ticket: ticket,
                epoch: door.key.epoch,
                tier: row.tier,
                status: row.status == "unpaid" ? .unpaid : .valid,
                admits: row.admits,
                note: row.note,
                opens: row.opens.map(Timestamp.init),
                closes: row.closes.map(Timestamp.init)
            )
        ])
        model.issue(ticket.id, row)
        tickets.append(ticket)
    }

    private mutating func scan(_ ticket: Ticket, byHand: Bool) async throws {
        let entrances = Self.doorways.filter { !byHand || $0.direction == .entry }
        guard let gate = entrances.randomElement(using: &random), let desk = desks[gate.name] else { return }
        let instant = Timestamp(milliseconds: now)
        let verdict =
            byHand
            ? try await desk.admitAnyway(ticket, on: instant, by: staff)
            : try await desk.decide(try door.code(of: ticket), on: instant)
        let expected = model.scan(ticket.id, at: gate, on: now, byHand: byHand)
        compare(verdict, with: expected, "at \(gate.name), by hand: \(byHand)")
    }

    private mutating func scanForeignCode() async throws {
        let other = Ticket.random(of: .random(using: &random), using: &random)
        var genuine = Array(try door.code(of: Ticket.random(of: door.event.id, using: &random)).utf8)
        genuine[60] = genuine[60] == 0x30 ? 0x31 : 0x30
        let forged = String(decoding: genuine, as: UTF8.self)
        let codes = [
            ("https://example.org/\(other.id)", "not-a-ticket"), ("DC1:\(other.id)", "malformed"),
            (
                try TicketSigner(key: MasterKey.random().eventKey(for: other.event, epoch: 1)).sign(other).code,
                "unknown-key"
            ),
            (forged, "forged"),
        ]
        guard let (code, reason) = codes.randomElement(using: &random), let desk = desks[.main] else { return }
        let verdict = try await desk.decide(code, on: Timestamp(milliseconds: now))
        compare(verdict, with: DoorModel.Answer(answer: "refuse", reason: reason, count: 0), "a foreign code")
    }

    private mutating func change(_ id: TicketID) async throws {
        let actions: [TicketAction] = [.pay, .pay, .block, .revoke, .restore, .restore, .restore]
        guard let action = actions.randomElement(using: &random) else { return }
        let isAllowed = model.change(action, of: id)
        do {
            let row = try await ledger.change(action, of: id, by: staff, on: Timestamp(milliseconds: now))
            if !isAllowed || row?.status.rawValue != model.rows[id]?.status {
                differences.append(
                    "\(action) gave \(row?.status.rawValue ?? "-"), not \(model.rows[id]?.status ?? "-")")
            }
        } catch LedgerError.refused where !isAllowed {}
    }

    private mutating func reissue(_ ticket: Ticket) async throws {
        let new = TicketID.random(using: &random)
        let isAllowed = model.reissue(ticket.id, as: new)
        do {
            let row = try await ledger.reissue(
                ticket.id, as: new, epoch: door.key.epoch, by: staff, on: Timestamp(milliseconds: now))
            if let row { tickets.append(row.ticket) }
            if !isAllowed { differences.append("a ticket was issued anew that may not be") }
        } catch LedgerError.refused where !isAllowed {}
    }

    private mutating func undo(_ id: TicketID) async throws {
        let found: Bool?
        switch try await ledger.undo(id, on: Timestamp(milliseconds: now), by: staff) {
        case .undone: found = true
        case .tooLate: found = false
        case .nothing: found = nil
        }
        let expected = model.undo(id, on: now)
        if found != expected {
            differences.append("undo gave \(String(describing: found)), not \(String(describing: expected))")
        }
    }

    // MARK: - Comparison

    private mutating func compare(_ verdict: Verdict, with expected: DoorModel.Answer, _ what: String) {
        let found = DoorModel.Answer(answer: verdict.answer.rawValue, reason: verdict.reasonCode, count: verdict.count)
        reasons[found.reason, default: 0] += 1
        if found != expected { differences.append("\(what): \(found), not \(expected)") }
    }

    private mutating func compareBooks() async throws {
        let book = try await LedgerBook(of: ledger)
        differences += book.damage
        let entries = try await ledger.read { db in try EntryCount.all(in: db) }
        if entries != model.admissions { differences.append("the ledger's admissions are not the model's") }
        let event = door.event.id
        let zone = try await ledger.read { db in try Zone.inside(.main, of: event, in: db) }
        if zone != model.inside { differences.append("\(zone) people are inside, not \(model.inside)") }
    }
}
