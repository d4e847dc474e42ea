// People who leave before anybody knows that they have entered.

import Admission
import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct ExitTests {
    private static let noon = Timestamp(milliseconds: 1_790_000_000_000)

    private func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: Self.noon.milliseconds + seconds * 1000)
    }

    /// Boxes with one list, and gates in and out.
    private struct Venue {
        let office: TestDoor
        let ledgers: [Ledger]
        static let out = GateName("out") ?? .main

        init(in folder: String, boxes: Int, reentry: Reentry = .afterExit) async throws {
            let event = Event(slug: "night", name: "Summer Night", reentry: reentry)
            office = try await TestDoor(in: folder, event: event)
            try await office.ledger.update(event, gates: [GateSettings(name: Self.out, direction: .exit)])
            ledgers =
                try [office.ledger]
                + (1..<boxes).map {
                    try Ledger(creating: "\(folder)/box-\($0).sqlite", boxName: "box-\($0)")
                }
        }

        func issue(_ count: Int) async throws -> [SignedTicket] {
            var tickets: [SignedTicket] = []
            for _ in 0..<count { tickets.append(try await office.issue()) }
            return tickets
        }

        func sync(_ one: Ledger, _ other: Ledger) async throws {
            let transport = LocalSyncTransport(to: other, signedBy: try await other.testKey, now: { ExitTests.noon })
            _ = try await SyncSession(one, signedBy: one.testKey, over: transport, now: { ExitTests.noon }).run()
        }

        func syncAll() async throws {
            for _ in 0..<2 { for ledger in ledgers.dropFirst() { try await sync(ledger, ledgers[0]) } }
        }

        func show(_ code: String, at gate: GateName, of ledger: Ledger, on instant: Timestamp) async throws -> Verdict {
            try await AdmissionDesk(
                verifier: office.verifier, ledger: ledger, box: ledger.ownBox(), event: office.event, gate: gate
            ).decide(code, on: instant)
        }

        func inside(_ ledger: Ledger) async throws -> Int? {
            try await ledger.counts(of: office.event.id).inside[.main]
        }
    }

    @Test("An exit that comes before its entry is matched with it, and frees one place for one person")
    func exitFirst() async throws {
        try await withTemporaryFolder { folder in
            let venue = try await Venue(in: folder, boxes: 2)
            let (north, south) = (venue.ledgers[0], venue.ledgers[1])
            let codes = try await venue.issue(2).map(\.code)
            try await venue.syncAll()
            for code in codes {
                #expect(try await venue.show(code, at: .main, of: north, on: after(1)).reason == .admitted)
            }
            #expect(try await venue.show(codes[0], at: Venue.out, of: south, on: after(2)).reason == .exited)
            #expect(try await venue.inside(south) == 0)
            try await venue.syncAll()
            for ledger in venue.ledgers {
                #expect(try await venue.inside(ledger) == 1)
                #expect(try await ledger.attendance(of: venue.office.event.id).zones.map(\.atEnd) == [1])
                #expect(try await ledger.verify().faults.isEmpty)
            }
            #expect(try await venue.show(codes[0], at: .main, of: south, on: after(3)).outcome == .readmitted(count: 1))
            #expect(try await venue.show(codes[0], at: .main, of: south, on: after(4)).reason == .alreadyUsed)
        }
    }

    @Test("However often an exit is repeated, it takes out one person, and makes no room for anybody else")
    func repeatedExit() async throws {
        try await withTemporaryFolder { folder in
            let venue = try await Venue(in: folder, boxes: 3)
            let (north, south, east) = (venue.ledgers[0], venue.ledgers[1], venue.ledgers[2])
            let main = Zone(name: .main, capacity: 2)
            try await north.update(venue.office.event, zones: [main])
            let codes = try await venue.issue(4).map(\.code)
            try await venue.syncAll()
            for code in codes.prefix(2) {
                #expect(try await venue.show(code, at: .main, of: north, on: after(1)).reason == .admitted)
            }
            // One leaves three times, at two gates that do not know of each other, and one who has never entered.
            for (second, ledger) in [(2, south), (3, south), (4, east)] as [(Int64, Ledger)] {
                #expect(try await venue.show(codes[0], at: Venue.out, of: ledger, on: after(second)).reason == .exited)
                #expect(try await venue.show(codes[3], at: Venue.out, of: ledger, on: after(second)).reason == .exited)
            }
            try await venue.syncAll()
            for ledger in venue.ledgers {
                #expect(try await venue.inside(ledger) == 1)
                #expect(try await ledger.verify().faults.isEmpty)
                #expect(try await ledger.attendance(of: venue.office.event.id).zones.map(\.most) == [2])
            }
            #expect(try await venue.show(codes[2], at: .main, of: south, on: after(5)).reason == .admitted)
            #expect(try await venue.show(codes[3], at: .main, of: south, on: after(6)).reason == .full)
        }
    }

    @Test("What is undone, or of a box that is revoked, matches no exit")
    func entriesThatDoNotCount() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .gate)
            let event = scene.office.event
            try await scene.office.ledger.update(event, gates: [GateSettings(name: Venue.out, direction: .exit)])
            let codes = [try await scene.office.issue(), try await scene.office.issue()]
            try await scene.syncAll()
            let exit = AdmissionDesk(
                verifier: try scene.office.verifier, ledger: scene.south, box: try await scene.south.ownBox(),
                event: event, gate: Venue.out)
            for code in codes {
                #expect(try await scene.show(code, on: after(100), at: scene.north).reason == .admitted)
                #expect(try await exit.decide(code.code, on: after(110)).reason == .exited)
            }
            try await scene.syncAll()
            func expectInside(_ people: Int) async throws {
                for ledger in scene.ledgers {
                    #expect(try await ledger.counts(of: event.id).inside == [.main: people])
                    #expect(try await ledger.verify().faults.isEmpty)
                }
            }
            try await expectInside(0)
            // The exit is undone, then the entry; then whoever let the other one in is revoked.
            let office = scene.office.ledger
            let staff = try Attribution(actor: "office")
            let id = codes[0].ticket.id
            _ = try await office.undo(id, on: after(120), by: staff)
            try await scene.syncAll()
            try await expectInside(1)
            #expect(try await exit.decide(codes[0].code, on: after(130)).reason == .exited)
            try await scene.syncAll()
            try await expectInside(0)
            try await scene.revoke(since: after(50))
            try await scene.syncAll()
            try await expectInside(0)
            #expect(try await scene.show(codes[1], on: after(140), at: scene.south).outcome == .admitted(count: 1))
            try await scene.syncAll()
            try await expectInside(1)
        }
    }

    @Test("A ticket with a thousand lines is not matched any more, and makes room for nobody")
    func crowd() async throws {
        try await withTemporaryFolder { folder in
            let venue = try await Venue(in: folder, boxes: 1)
            let ledger = venue.ledgers[0]
            let codes = try await venue.issue(2).map(\.code)
            for code in codes { _ = try await venue.show(code, at: .main, of: ledger, on: after(1)) }
            for second in 2...4 as ClosedRange<Int64> {
                _ = try await venue.show(codes[0], at: Venue.out, of: ledger, on: after(second))
            }
            try await ledger.repeatLastLine(1000, on: after(5))
            #expect(try await venue.inside(ledger) == 2)
            _ = try await venue.show(codes[0], at: Venue.out, of: ledger, on: after(6))
            #expect(try await venue.inside(ledger) == 2)
            #expect(try await ledger.verify().faults == [])
        }
    }

    @Test("What undoes a line takes back the people whom the line moved, whatever it says itself")
    func voids() async throws {
        try await withTemporaryFolder { folder in
            let venue = try await Venue(in: folder, boxes: 1)
            let ledger = venue.ledgers[0]
            let codes = try await venue.issue(2).map(\.code)
            for code in codes { _ = try await venue.show(code, at: .main, of: ledger, on: after(1)) }
            _ = try await venue.show(codes[0], at: Venue.out, of: ledger, on: after(2))
            #expect(try await venue.inside(ledger) == 1)
            for (kind, people, expected) in [("exit", -1, 2), ("exit", -1, 2), ("entry", 1, 1)] {
                try await ledger.undoLine(kind, saying: people, on: after(3))
                #expect(try await venue.inside(ledger) == expected)
                #expect(try await ledger.verify().faults == [])
            }
        }
    }

    @Test("A line at another event, and a ticket that moves to another event, are no part of a ticket's entries")
    func otherEvent() async throws {
        try await withTemporaryFolder { folder in
            let venue = try await Venue(in: folder, boxes: 1)
            let ledger = venue.ledgers[0]
            let other = Event(slug: "day", name: "Summer Day")
            try await ledger.add(other, gates: [.main])
            let code = try await venue.issue(1)[0]
            let id = code.ticket.id
            #expect(try await venue.show(code.code, at: .main, of: ledger, on: after(1)).reason == .admitted)
            let exit = ScanRecord(
                kind: .exit, answer: .admit, reason: "exited", gate: Gate(event: other.id, name: .main), zone: .main,
                ticket: id, slot: 2, people: -1)
            try await ledger.write { [now = after(2)] db in try LogHead(in: db).append(exit, on: now, in: db) }
            #expect(try await ledger.counts(of: other.id).inside[.main] == 0)
            #expect(try await venue.show(code.code, at: .main, of: ledger, on: after(3)).reason == .alreadyUsed)
            // Its replacement leaves; then the first ticket turns out to be one of the other event.
            let staff = try Attribution(actor: "desk")
            let new = try #require(try await ledger.reissue(id, epoch: 1, by: staff, on: after(4)))
            let left = try TicketSigner(key: venue.office.key).sign(new.ticket).code
            #expect(try await venue.show(left, at: Venue.out, of: ledger, on: after(5)).outcome == .exited(count: 0))
            #expect(try await venue.inside(ledger) == 0)
            try await ledger.write { db in
                try db.execute(
                    sql: "UPDATE ticket SET event = ? WHERE id = ?", arguments: [other.id.blob, id.blob])
            }
            #expect(try await venue.inside(ledger) == 1)
            #expect(try await ledger.verify().faults.filter { if case .view = $0 { true } else { false } } == [])
        }
    }

    @Test("In whatever order what happened becomes known, all ledgers come to the same count")
    func anyOrder() async throws {
        let seed = SeededGenerator().seed
        for round in 0..<4 as Range<UInt64> {
            try await withTemporaryFolder { folder in
                let venue = try await Venue(in: folder, boxes: 3)
                var random = SeededGenerator(seed: seed &+ round)
                var codes = try await venue.issue(4)
                try await venue.syncAll()
                let clocks = venue.ledgers.map { _ in Int64.random(in: -30...30, using: &random) }
                var older: [TicketID: TicketID] = [:]
                let staff = try Attribution(actor: "desk")
                for second in 0..<60 as Range<Int64> {
                    let number = Int.random(in: 0..<3, using: &random)
                    let (ledger, now) = (venue.ledgers[number], after(second + clocks[number]))
                    guard let code = codes.randomElement(using: &random) else { break }
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0..<4: _ = try await venue.show(code.code, at: .main, of: ledger, on: now)
                    case 4..<7: _ = try await venue.show(code.code, at: Venue.out, of: ledger, on: now)
                    case 7: _ = try await ledger.undo(code.ticket.id, on: now, by: staff)
                    case 8:
                        guard let other = venue.ledgers.randomElement(using: &random), other.path != ledger.path else {
                            continue
                        }
                        try await venue.sync(ledger, other)
                    default:
                        let id = code.ticket.id
                        do {
                            let new = try await ledger.reissue(id, epoch: 1, by: staff, on: now)
                            guard let new else { continue }
                            older[new.ticket.id] = id
                            codes.append(try TicketSigner(key: venue.office.key).sign(new.ticket))
                        } catch LedgerError.refused {}
                    }
                    #expect(try await ledger.verify().faults.isEmpty, "DOORCHECK_SEED=\(seed &+ round)")
                }
                try await venue.syncAll()
                let expected = try await people(in: venue.ledgers[0], older)
                for ledger in venue.ledgers {
                    #expect(try await venue.inside(ledger) == expected, "DOORCHECK_SEED=\(seed &+ round)")
                    #expect(try await ledger.verify().faults.isEmpty, "DOORCHECK_SEED=\(seed &+ round)")
                }
            }
        }
    }

    /// Counts who is inside, series by series of tickets.
    private func people(in ledger: Ledger, _ older: [TicketID: TicketID]) async throws -> Int {
        let scans = try await ledger.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM scan WHERE slot IS NOT NULL ORDER BY hlc, box, seq").map {
                try SharedScan($0)
            }
        }
        let undone = Set(scans.compactMap(\.undoneChain))
        var inside: [TicketID: Int] = [:]
        for scan in scans where scan.kind != "void" && !undone.contains(scan.chain) {
            guard var first = scan.ticket else { continue }
            while let next = older[first] { first = next }
            inside[first] = max(0, inside[first, default: 0] + (scan.kind == "exit" ? -1 : 1))
        }
        return inside.values.reduce(0, +)
    }
}

extension Ledger {
    /// Undoes the first line of a kind, and says that so many people moved.
    fileprivate func undoLine(_ kind: String, saying people: Int, on instant: Timestamp) async throws {
        try await write { db in
            let sql = "SELECT * FROM scan WHERE kind = ? ORDER BY seq LIMIT 1"
            let row = try #require(try Row.fetchOne(db, sql: sql, arguments: [kind]))
            let line = try SharedScan(row)
            let slots = try Int.fetchOne(
                db, sql: "SELECT max(slot) FROM scan WHERE ticket = ?", arguments: [line.ticket?.blob])
            let void = ScanRecord(
                kind: .void, answer: .refuse, reason: "undone",
                gate: Gate(event: line.event, name: try #require(GateName(line.gate))), zone: .main,
                ticket: line.ticket, slot: (slots ?? 0) + 1, people: people, undone: try ScanReference(row),
                by: try Attribution(actor: "desk"))
            try LogHead(in: db).append(void, on: instant, in: db)
        }
    }

    /// Records the last line again and again, as a door does that somebody shows a code all evening.
    fileprivate func repeatLastLine(_ count: Int, on instant: Timestamp) async throws {
        try await write { db in
            let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM scan ORDER BY seq DESC LIMIT 1"))
            let last = try SharedScan(row)
            let gate = try #require(GateName(last.gate))
            for number in 1...count {
                let line = ScanRecord(
                    kind: .exit, answer: .admit, reason: last.reason,
                    gate: Gate(event: last.event, name: gate),
                    zone: .main, ticket: last.ticket, slot: last.slot.map { $0 + number }, people: last.people)
                try LogHead(in: db).append(line, on: instant, in: db)
            }
        }
    }
}
