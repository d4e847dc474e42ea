// What operators are told of, at a hub that is served.

import Admission
import Alerts
import HubProtocol
import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient

struct AlertRuleTests {
    @Test("A gate that falls silent is told once, and told again when the hub hears from it")
    func silence() async throws {
        try await AlertScene.open { scene in
            let (north, south) = (try await scene.hub.box("north"), try await scene.hub.box("south"))
            for _ in 0..<4 {
                try await scene.pass(seconds: 30)
                try await scene.hear(south)
            }
            #expect(await scene.open.isEmpty)
            try await scene.pass(seconds: 10)
            #expect(await scene.open == ["BoxSilent north"])
            #expect(await scene.tell() == ["The hub has not heard from north for 2 minutes."])
            try await scene.hear(south)
            try await scene.pass(seconds: 60)
            #expect(await scene.tell().isEmpty)
            for _ in 0..<7 {
                try await scene.hear(north)
                try await scene.hear(south)
                try await scene.pass(seconds: 10)
            }
            #expect(await scene.tell() == ["The hub hears from north again."])
            #expect(await scene.open.isEmpty)
        }
    }

    @Test("Boxes that are switched off after their event are told to nobody")
    func afterwards() async throws {
        let clock = TestClock()
        var event = Event(slug: "night", name: "Summer Night")
        event.closes = Timestamp(milliseconds: clock.now + 60_000)
        try await AlertScene.open(event) { scene in
            _ = try await scene.hub.box("north")
            _ = try await scene.hub.box("south", events: [event.id])
            try await scene.pass(seconds: 300)
            #expect(await scene.open.isEmpty)
        }
    }

    @Test("A box for an event is missed while that is open, however long ago it was heard from; another one is not")
    func bound() async throws {
        let (clock, day) = (TestClock(), Int64(86_400_000))
        var event = Event(slug: "night", name: "Summer Night")
        (event.opens, event.closes) = (
            Timestamp(milliseconds: clock.now + day), Timestamp(milliseconds: clock.now + 2 * day)
        )
        try await AlertScene.open(event) { scene in
            _ = try await scene.hub.box("north")
            _ = try await scene.hub.box("south", events: [event.id])
            scene.hub.clock.advance(by: day - 10_000)
            scene.time.advance(by: .milliseconds(day - 10_000))
            try await scene.look()
            #expect(await scene.open.isEmpty)
            try await scene.pass(seconds: 80)
            #expect(await scene.open == ["BoxSilent south"])
            #expect(await scene.tell() == ["The hub has not heard from south for 24 hours."])
        }
    }

    @Test("After the hub or its database was down, gates have two minutes to be heard")
    func listening() async throws {
        try await AlertScene.open { scene in
            _ = try await scene.hub.box("north")
            try await scene.pass(seconds: 150)
            #expect(await scene.tell().count == 1)
            // Started again: nothing is told twice, and nothing ends before the gate is heard.
            let book = AlertScene.book(in: scene.folder, now: scene.hub.clock.now)
            #expect(await book.open == (await scene.book.open))
            #expect(await book.next(for: AlertScene.channel, at: scene.hub.clock.now + 60_000).isEmpty)
            // The database is down, and the other gate is not heard from.
            _ = try await scene.hub.box("south")
            scene.hub.clock.advance(by: 600_000)
            scene.time.advance(by: .seconds(600))
            await scene.alerts.checkDatabase()
            try await scene.pass(seconds: 110)
            #expect(await scene.open == ["BoxSilent north"])
            try await scene.pass(seconds: 30)
            #expect(await scene.open == ["BoxSilent north", "BoxSilent south"])
        }
    }

    @Test("A clock that is off for a minute is told, and so is that it is right again")
    func clocks() async throws {
        try await AlertScene.open { scene in
            let north = try await scene.hub.box("north")
            let wrong = ServedHub.Member(id: north.id, key: north.key, hub: scene.hub, clockIsAheadBy: -40_000)
            for _ in 0..<6 {
                try await scene.pass(seconds: 10)
                try await scene.hear(wrong)
            }
            #expect(await scene.open.isEmpty)
            for _ in 0..<2 {
                try await scene.pass(seconds: 10)
                try await scene.hear(wrong)
            }
            #expect(await scene.tell() == ["The clock of north is 40 seconds behind."])
            for _ in 0..<8 {
                try await scene.pass(seconds: 10)
                try await scene.hear(north)
            }
            #expect(await scene.tell() == ["The clock of north is right again."])
        }
    }

    @Test("A box that is revoked is told until it is let in again, and one revoked before is not")
    func revocations() async throws {
        try await AlertScene.open { scene in
            let (old, north) = (try await scene.hub.box("old"), try await scene.hub.box("north"))
            try await scene.hub.store.revoke(old.id, now: scene.hub.clock.now - 1)
            try await scene.pass(seconds: 10)
            #expect(await scene.open.isEmpty)
            _ = try await scene.hub.service.revoke("north")
            try await scene.pass(seconds: 10)
            #expect(await scene.tell() == ["north was revoked."])
            #expect(try await scene.hub.service.reinstate(north.id))
            try await scene.pass(seconds: 10)
            #expect(await scene.tell() == ["north is let in again."])
        }
    }

    @Test("A box that goes on from a backup is told, and one that scans for the first time is not")
    func branches() async throws {
        try await AlertScene.open { scene in
            let north = try await scene.hub.box("north")
            try await scene.pass(seconds: 10)
            for _ in 0..<2 {
                #expect(await scene.open.isEmpty)
                let scans = try HubRecord.signedScans(scene.door.event.id, by: north.key)
                _ = try await north.connection.take(Wire.Upload(records: scans.map(WireRecord.init), cursor: nil))
                try await scene.pass(seconds: 10)
            }
            #expect(await scene.open == ["BoxBranched north"])
            for _ in 0..<61 {
                try await scene.hear(north)
                try await scene.pass(seconds: 10)
            }
            #expect(
                await scene.tell() == ["north was not restored or cloned again within ten minutes."])
        }
    }

    @Test("Double admissions are told when there are more, and ten minutes after the last")
    func doubles() async throws {
        try await AlertScene.open { scene in
            let tickets = [try await scene.door.issue(), try await scene.door.issue()]
            let south = try await scene.gate("south")
            try await eventually {
                try await scene.share(south)
                var known = 0
                for ticket in tickets where try await south.ticket(ticket.ticket.id) != nil { known += 1 }
                return known == tickets.count
            }
            for ticket in tickets {
                #expect(try await scene.show(ticket, at: south).answer == .admit)
                #expect(try await scene.show(ticket, at: scene.door.ledger).answer == .admit)
            }
            try await scene.share(south)
            try await eventually {
                try await scene.look()
                return await scene.open == ["DoubleAdmissions night"]
            }
            let beginning = "More people entered Summer Night than their tickets allow: 2 people so far."
            #expect(await scene.tell() == [beginning])
            try await scene.pass(seconds: 610)
            let end = "Nobody else entered Summer Night with a used ticket within ten minutes: 2 people in all."
            #expect(await scene.tell() == [end])
        }
    }

    @Test("A gate that refuses more than every fourth of many codes is told, and told again when it refuses few")
    func refusals() async throws {
        try await AlertScene.open { scene in
            let ledger = scene.door.ledger
            let known = try await scene.door.issue()
            _ = try await scene.show(known, at: ledger)
            for count in 1...10 {
                // Not moments after the entry, or it would be the same guest.
                scene.hub.clock.advance(by: 60_000 / 10)
                _ = try await scene.show(known, at: ledger)
                guard count == 8 else { continue }
                try await eventually {
                    try await scene.look()
                    return await scene.desk.eventFigures?.first?.answers["main"]?.refused == 8
                }
                try await scene.look()
                #expect(await scene.open.isEmpty)
            }
            try await eventually {
                try await scene.look()
                return await scene.open == ["UnusualRefusals main of night"]
            }
            let beginning = try #require(await scene.tell().first)
            #expect(beginning.hasPrefix("Gate main of Summer Night refused 10 of the last "), "\(beginning)")
            try await scene.pass(seconds: 1300)
            #expect(await scene.tell() == ["Gate main of Summer Night refuses few codes again."])
        }
    }

    @Test("A zone is told when it is more than 95 % full, and when it has room again; in between nothing ends")
    func capacity() async throws {
        var event = Event(slug: "night", name: "Summer Night", reentry: .afterExit)
        event.exits = .open
        try await AlertScene.open(event) { scene in
            let ledger = scene.door.ledger
            try await ledger.update(event, zones: [Zone(name: .main, capacity: 40)])
            for count in 1...39 {
                _ = try await scene.show(try await scene.door.issue(), at: ledger)
                guard count == 38 else { continue }
                try await scene.counted(38, of: 40)
                try await scene.look()
                #expect(await scene.open.isEmpty)
            }
            try await eventually {
                try await scene.look()
                return await scene.open == ["CapacityNearlyReached main of night"]
            }
            let beginning = "Zone main of Summer Night is nearly full: 39 of 40 people are inside."
            #expect(await scene.tell() == [beginning])
            func set(_ capacity: Int?, isOver: Bool) async throws {
                try await ledger.update(event, zones: [Zone(name: .main, capacity: capacity)])
                try await scene.counted(39, of: capacity)
                try await scene.pass(seconds: 70)
                #expect(await scene.open.isEmpty == isOver)
            }
            try await set(42, isOver: false)
            try await set(60, isOver: true)
            #expect(
                await scene.tell() == ["Zone main of Summer Night has room again: 39 of 60 people are inside."])
            try await set(40, isOver: false)
            _ = await scene.tell()
            try await set(nil, isOver: true)
            #expect(
                await scene.tell() == ["Zone main of Summer Night has no capacity any more: 39 people are inside."])
        }
    }

    @Test("A database that does not answer for ten seconds is told without it")
    func database() async throws {
        try await withTemporaryFolder { folder in
            let (clock, time) = (TestClock(), TestTime())
            let store = try await StoreKind.sqlite.open(folder + "/hub.sqlite")
            let service = try await HubService(store: store, now: { clock.now }, elapsed: { time.now })
            let ledger = try Ledger(creating: folder + "/ledger.sqlite", boxName: "hub")
            let desk = try OrganiserDashboard(
                service: service, ledger: ledger, key: try await ledger.testKey, logger: AlertScene.silent)
            let book = AlertScene.book(in: folder, now: clock.now)
            let alerts = HubAlerts(service, organiser: desk, book: book, logger: AlertScene.silent)
            // Nobody asks the database anything, so it has no answer.
            for seconds in [2, 9] {
                time.advance(by: .seconds(seconds))
                await alerts.checkDatabase()
                #expect(await book.open.isEmpty)
            }
            time.advance(by: .seconds(1))
            await alerts.checkDatabase()
            let sentence = "The hub's database does not answer; gates decide alone meanwhile."
            #expect(await book.open.map(\.summary) == [sentence])
            for isOver in [false, true] {
                _ = service.watch.answered(at: time.now)
                await alerts.checkDatabase()
                #expect(await book.open.isEmpty == isOver)
                time.advance(by: .seconds(10))
            }
        }
    }
}
