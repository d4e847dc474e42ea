// Boxes that wait until there is something to share.

import Admission
import FoundationEssentials
import GRDB
import HTTPSupport
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger

@Suite(.timeLimit(.minutes(30))) struct NewsTests {
    private let now = Timestamp(milliseconds: 1_795_000_000_000)

    /// A box that keeps its connections, as an open door does.
    private struct Box {
        let ledger: Ledger
        let id: BoxID
        let connection: HubConnection
        let transport: HubSyncTransport
        let session: SyncSession

        init(_ ledger: Ledger, at hub: ServedHub, on now: Timestamp) async throws {
            let (box, code, key) = (try await ledger.ownBox(), EnrolmentCode(), try await ledger.testKey)
            let invitation = Invitation(name: box.name)
            try await hub.store.invite(invitation, code: code.key().publicKey, expiry: hub.clock.now + 60_000)
            _ = try await hub.join(hub.invitation(code), as: box.id, key: key)
            let waiting = ServedHub.Member(id: box.id, key: key, hub: hub).connection
            self.ledger = ledger
            id = box.id
            connection = ServedHub.Member(id: box.id, key: key, hub: hub).connection
            transport = HubSyncTransport(over: connection, waiting: waiting, to: hub.address)
            session = SyncSession(ledger, signedBy: key, over: transport, now: { now })
        }

        /// The box's version vector for the hub.
        func own(on now: Timestamp) async throws -> VersionVector {
            let anybody = try await ledger.versionVector(for: nil, on: now)
            return try await ledger.versionVector(for: transport.lastVersionVector(for: anybody)?.ledger, on: now)
        }

        /// How far the box has read the hub's records.
        func position(on now: Timestamp) async throws -> ListCursor? { try await own(on: now).pulled }

        /// Syncs until nothing is left, and returns what the last sync did.
        func settle() async throws -> SyncSession.Outcome {
            while true {
                let outcome = try await session.run()
                let isQuiet = outcome.sent == 0 && outcome.received.new.isEmpty
                if isQuiet, try await !session.hasNews() { return outcome }
            }
        }
    }

    @Test("What was read and not merged is read again")
    func notMerged() async throws {
        try await serve { _, door, north, south in
            try await admit(at: door)
            for box in [north, south, north, south] { _ = try await box.settle() }
            try await admit(at: door)
            _ = try await north.session.update()
            let own = try await south.own(on: now)
            for _ in 1...2 {
                let page = try await south.transport.page(after: own)
                #expect(page.records.count == 2 && page.isLast)
            }
            #expect(try await south.session.receive().received.new == [.scan: 1, .ticket: 1])
        }
    }

    /// Serves a hub with a door that has tickets, and another box.
    private func serve(_ body: (ServedHub, TestDoor, Box, Box) async throws -> Void) async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
                try await body(
                    hub, door, try await Box(door.ledger, at: hub, on: now), try await Box(south, at: hub, on: now))
            }
        }
    }

    private func admit(at door: TestDoor) async throws {
        try await admit(try await door.issue().code, at: door, in: door.ledger)
    }

    private func admit(_ code: String, at door: TestDoor, in ledger: Ledger) async throws {
        let desk = AdmissionDesk(
            verifier: try door.verifier, ledger: ledger, box: try await ledger.ownBox(), event: door.event, gate: .main)
        #expect(try await desk.decide(code, on: now).answer == .admit)
    }

    @Test("Once a box knows what the hub has, the hub names only the box's own lines, and none is sent again")
    func differences() async throws {
        try await serve { _, door, north, south in
            try await admit(at: door)
            // Each tells the other of itself, too.
            for box in [north, south, north, south] { _ = try await box.settle() }
            for count in 2...4 {
                try await admit(at: door)
                // The entry and its ticket.
                #expect(try await north.session.run().sent == 2)
                let outcome = try await south.session.run()
                #expect(outcome.received.new[.scan] == 1 && outcome.sent == 0)
                let scans = try await south.ledger.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scan") }
                #expect(scans == count)
                #expect(try await south.session.run().sent == 0)
            }
            let end = try await south.connection.have(scans: nil)
            #expect(end.whole && end.logs.map(\.box).contains(north.id))
            let cursor = FeedCursor(epoch: end.epoch, rev: end.rev)
            try await admit(at: door)
            _ = try await north.session.run()
            #expect(try await south.connection.have(scans: nil, since: cursor).logs.isEmpty)
            let own = try await north.connection.have(scans: nil, since: cursor)
            #expect(!own.whole && own.logs.map(\.box) == [north.id])
            let other = FeedCursor(epoch: .random(), rev: end.rev)
            #expect(try await south.connection.have(scans: nil, since: other).whole)
            let later = FeedCursor(epoch: end.epoch, rev: own.rev + 1)
            #expect(try await south.connection.have(scans: nil, since: later).whole)
        }
    }

    @Test("A hub that has lost lines gets them again from boxes that never stopped, of others as well")
    func restored() async throws {
        try await serve { hub, door, north, south in
            for _ in 1...3 { try await admit(at: door) }
            _ = try await north.settle()
            _ = try await south.settle()
            let log = LogID(kind: .scan, box: north.id)
            let before = try await hub.store.logState().ends[log]
            try await hub.store.database.write { session in
                try session.run("DELETE FROM record WHERE kind = 'scan'")
                try session.run("DELETE FROM have WHERE kind = 'scan'")
            }
            try await hub.store.startEpoch()
            try await hub.service.feed.catchUp(from: hub.store)
            #expect(try await hub.store.logState().ends[log] == nil)
            // Not the box that wrote them.
            #expect(try await south.session.run().sent == 3)
            #expect(try await hub.store.logState().ends[log] == before)
        }
    }

    @Test("What follows lines and lists that a restored hub has lost is refused, and all of it is sent")
    func restoredMeanwhile() async throws {
        try await serve { hub, door, north, _ in
            try await admit(at: door)
            _ = try await north.settle()
            let own = try await north.ledger.versionVector(for: nil, on: now)
            let theirs = try await north.transport.versionVector(hearing: own)
            for _ in 1...2 { try await admit(at: door) }
            let page = try await north.ledger.page(after: theirs, on: now, signedBy: try await north.ledger.testKey)
            #expect(page.records.count == 4)
            try await hub.store.database.write { session in
                try session.run("DELETE FROM record WHERE kind = 'ticket'")
                try session.run("UPDATE box SET cursor = ''")
            }
            try await hub.store.startEpoch()
            try await hub.service.feed.catchUp(from: hub.store)
            let error = await thrown { try await north.transport.send(page, from: own) }
            guard case .refused(_, 409, nil, _)? = error as? HubClientError else {
                throw try #require(error)
            }
            _ = try await north.settle()
            let count = try await hub.store.database.read { session in
                try session.row("SELECT count(*) FROM record WHERE kind = 'ticket'")?.integer(0)
            }
            #expect(count == 3)
        }
    }

    @Test("The hub answers who waits as soon as somebody else has sent something, and otherwise when the time is over")
    func waiting() async throws {
        try await serve { hub, door, north, south in
            _ = try await north.settle()
            _ = try await south.settle()
            #expect(try await south.transport.hasNews(within: .seconds(1)) == false)
            async let hasNews = south.transport.hasNews(within: .seconds(25))
            try await admit(at: door)
            _ = try await north.session.run()
            #expect(try await hasNews)
            // Nobody has read it yet.
            #expect(try await south.transport.hasNews(within: .seconds(25)))
            _ = try await south.settle()
            #expect(try await south.transport.hasNews(within: .zero) == false)
            try await hub.store.startEpoch()
            try await hub.service.feed.catchUp(from: hub.store)
            #expect(try await south.transport.hasNews(within: .seconds(25)))
        }
    }

    @Test("A box that waits is not woken by records of other events, and need not look at them afterwards")
    func otherEvents() async throws {
        try await ServedHub.serve { hub in
            let (mine, other) = (EventID.random(), EventID.random())
            let (guest, north) = (try await hub.box("Guest", events: [mine]), try await hub.box("North"))
            let start = try await hub.store.newest()
            func page(after cursor: FeedCursor, for seconds: Int) async throws -> Wire.Page {
                try await guest.connection.page(
                    of: RecordKind.allCases, after: cursor, knowing: 0, waiting: .seconds(seconds))
            }
            let foreign = try HubRecord.signedScans(other, other, by: north.key)
            let results = try await north.connection.take(
                Wire.Upload(records: foreign.map(WireRecord.init), cursor: nil)
            ).results
            #expect(results == [.taken, .taken])
            let quiet = try await page(after: start, for: 1)
            #expect(quiet.records.isEmpty && quiet.end != start)
            async let answer = page(after: quiet.end, for: 25)
            let south = try await hub.box("South", events: [mine])
            let own = try HubRecord.signedScans(mine, by: south.key)
            try await south.connection.take(Wire.Upload(records: own.map(WireRecord.init), cursor: nil))
            // It waited for what it could see when it asked.
            #expect(try await answer.records.contains { $0.kind == .scan })
            #expect(try await page(after: quiet.end, for: 25).records.contains { $0.kind == .scan })
        }
    }

    /// How many requests the hub has answered.
    private func requestCount(at hub: ServedHub) -> Int {
        let lines = hub.service.metrics.families.first?.text.split(separator: "\n") ?? []
        return lines.filter { !$0.hasPrefix("#") }.reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? 0) }
    }

    private func change(_ action: TicketAction, at box: Box) async throws {
        let blob = try #require(try await box.ledger.read { try Data.fetchOne($0, sql: "SELECT id FROM ticket") })
        _ = try await box.ledger.change(
            action, of: try #require(TicketID(bytes: Array(blob))), by: try Attribution(actor: "staff"), on: now)
    }

    @Test("A box that has something to send gets what others have sent in the answer, without its own lines")
    func oneRequest() async throws {
        try await serve { hub, door, north, south in
            for box in [north, south, north, south] { _ = try await box.settle() }
            try await admit(at: door)
            for box in [north, south, north, south] { _ = try await box.settle() }
            for action in [TicketAction.block, .restore, .block] {
                try await admit(at: door)
                try await change(action, at: south)
                #expect(try await north.session.update().sent == 2)
                let before = requestCount(at: hub)
                let outcome = try await south.session.update()
                #expect(outcome.sent == 1)
                #expect(outcome.received.new == [.scan: 1, .ticket: 1])
                #expect(requestCount(at: hub) == before + 1)
                #expect(try await !south.session.hasNews())
                #expect(try await north.session.receive().received.new[.change] == 1)
            }
            // Of its own line alone the box hears nothing, so its position stays.
            let (position, before) = (try await south.position(on: now), requestCount(at: hub))
            for action in [TicketAction.restore, .block] {
                try await change(action, at: south)
                let outcome = try await south.session.update()
                #expect(outcome.sent == 1 && outcome.received.new.isEmpty)
            }
            #expect(try await south.position(on: now) == position)
            #expect(requestCount(at: hub) == before + 2)
            #expect(try await north.session.receive().received.new == [.change: 2])
        }
    }

    @Test("A restored hub that refuses an update is asked what it has, and gets what it lacks")
    func updateAfterRestore() async throws {
        try await serve { hub, door, north, south in
            try await admit(at: door)
            for box in [north, south, north, south] { _ = try await box.settle() }
            try await hub.store.database.write { session in
                for table in ["record", "have"] { try session.run("DELETE FROM \(table) WHERE kind = 'scan'") }
                try session.run("DELETE FROM record WHERE kind = 'ticket'")
                try session.run("UPDATE box SET cursor = ''")
            }
            try await hub.store.startEpoch()
            try await hub.service.feed.catchUp(from: hub.store)
            try await admit(at: door)
            // Two entries and their tickets.
            #expect(try await north.session.update().sent >= 4)
            let counts = try await hub.store.database.read { session in
                try session.rows("SELECT count(*) FROM record WHERE kind IN ('scan', 'ticket') GROUP BY kind", [])
                    .map { try $0.integer(0) }
            }
            #expect(counts == [2, 2])
            #expect(try await south.session.receive().received.new[.scan] == 1)
        }
    }

    @Test("What the hub gives to a box that waits is read without asking again, unless more was read meanwhile")
    func keptPage() async throws {
        try await serve { hub, door, north, south in
            try await admit(at: door)
            for box in [north, south, north, south] { _ = try await box.settle() }
            try await admit(at: door)
            _ = try await north.session.update()
            #expect(try await south.transport.hasNews(within: .seconds(25)))
            var before = requestCount(at: hub)
            #expect(try await south.session.receive().received.new == [.scan: 1, .ticket: 1])
            #expect(requestCount(at: hub) == before)
            try await admit(at: door)
            _ = try await north.session.update()
            #expect(try await south.transport.hasNews(within: .seconds(25)))
            try await change(.block, at: south)
            // It reads the same with its upload; what it was given before would move its position back.
            #expect(try await south.session.update().received.new == [.scan: 1, .ticket: 1])
            try await admit(at: door)
            _ = try await north.session.update()
            before = requestCount(at: hub)
            #expect(try await south.session.receive().received.new == [.scan: 1, .ticket: 1])
            #expect(requestCount(at: hub) == before + 1)
            let scans = try await south.ledger.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scan") }
            #expect(scans == 4)
        }
    }

    /// The way to the hub, which counts how often the hub is asked what it has, and fails when it is told to.
    private final class Probe: SyncTransport {
        let hub: HubSyncTransport
        let questions = Mutex(0)
        let isBroken = Mutex(false)

        struct Fault: Error {}

        init(_ hub: HubSyncTransport) {
            self.hub = hub
        }

        func versionVector(hearing own: VersionVector) async throws -> VersionVector {
            questions.withLock { $0 += 1 }
            return try await hub.versionVector(hearing: own)
        }

        func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
            try await hub.send(page, from: own)
        }

        func exchange(_ page: SharedPage, from own: VersionVector) async throws -> SyncAnswer? {
            if isBroken.withLock({ $0 }) { throw Fault() }
            return try await hub.exchange(page, from: own)
        }

        func page(after own: VersionVector) async throws -> SharedPage { try await hub.page(after: own) }

        func lastVersionVector(for own: VersionVector) -> VersionVector? { hub.lastVersionVector(for: own) }
    }

    /// The way to the hub, which counts the pages that a session asks for before it has merged the one before.
    private final class Ahead: SyncTransport {
        let hub: HubSyncTransport
        /// Returns what the session gets instead of a page that it asks for early.
        let choose: Choice
        let pages = Mutex<(asked: Int, early: Int)>((0, 0))

        typealias Choice = @Sendable (SharedPage, _ after: () async throws -> SharedPage?) async throws -> SharedPage?

        init(_ hub: HubSyncTransport, choosing choose: @escaping Choice) {
            (self.hub, self.choose) = (hub, choose)
        }

        func versionVector(hearing own: VersionVector) async throws -> VersionVector {
            try await hub.versionVector(hearing: own)
        }

        func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
            try await hub.send(page, from: own)
        }

        func page(after own: VersionVector) async throws -> SharedPage {
            pages.withLock { $0.asked += 1 }
            return try await hub.page(after: own)
        }

        func page(following page: SharedPage, for own: VersionVector) async throws -> SharedPage? {
            let next = try await hub.page(following: page, for: own)
            guard let next else { return nil }
            let chosen = try await choose(next, { [hub] in try await hub.page(following: next, for: own) })
            if chosen != nil { pages.withLock { $0.early += 1 } }
            return chosen
        }
    }

    /// The number of tickets on four pages of a hub, the last of them shorter.
    private static let ticketCount = 3 * FeedPage.limit + 100

    @Test("A long list is read in pages, each requested while the one before is merged, and its lists are read once")
    func longList() async throws {
        try await serve { hub, door, north, south in
            for _ in 0..<Self.ticketCount { _ = try await door.issue() }
            for box in [north, south, north] { _ = try await box.session.run() }
            try await withTemporaryFolder { folder in
                let ledger = try Ledger(creating: folder + "/east.sqlite", boxName: "east-1")
                let east = try await Box(ledger, at: hub, on: now)
                let ahead = Ahead(east.transport) { page, _ in page }
                let session = SyncSession(
                    ledger, signedBy: try await ledger.testKey, over: ahead, now: { [now] in now })
                let before = requestCount(at: hub)
                let outcome = try await session.run()
                #expect(outcome.received.new[.ticket] == Self.ticketCount)
                // Not early: the lists, and the first tickets, which these decide on.
                let pages = ahead.pages.withLock { $0 }
                #expect(pages.asked == 2 && pages.early == 4)
                // What the hub has, the box itself, lists, where the rest begins, four pages, and nothing after them.
                #expect(requestCount(at: hub) == before + 9)
            }
        }
    }

    @Test("The scans of a box that joins while another one reads a long list are in that one's ledger as well")
    func joinsMeanwhile() async throws {
        try await serve { hub, door, north, south in
            let ticket = try await door.issue()
            for _ in 1..<Self.ticketCount { _ = try await door.issue() }
            _ = try await north.session.run()
            try await withTemporaryFolder { folder in
                let ledger = try Ledger(creating: folder + "/east.sqlite", boxName: "east-1")
                let east = try await Box(ledger, at: hub, on: now)
                let isFirst = Atomic(true)
                let ahead = Ahead(east.transport) { page, _ in
                    guard isFirst.exchange(false, ordering: .relaxed) else { return page }
                    _ = try await south.session.run()
                    try await admit(ticket.code, at: door, in: south.ledger)
                    _ = try await south.session.run()
                    return page
                }
                let session = SyncSession(
                    ledger, signedBy: try await ledger.testKey, over: ahead, now: { [now] in now })
                _ = try await session.run()
                _ = try await session.run()
                let scans = try await ledger.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scan") }
                #expect(scans == 1)
            }
        }
    }

    @Test("A page that was requested early and does not follow what was merged is requested again")
    func otherPage() async throws {
        try await serve { hub, door, north, south in
            for _ in 0..<Self.ticketCount { _ = try await door.issue() }
            _ = try await north.session.run()
            let ahead = Ahead(south.transport) { _, after in try await after() }
            let session = SyncSession(
                south.ledger, signedBy: try await south.ledger.testKey, over: ahead, now: { [now] in now })
            let outcome = try await session.run()
            #expect(outcome.received.new[.ticket] == Self.ticketCount)
            #expect(ahead.pages.withLock(\.early) > 0)
            let count = try await south.ledger.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ticket") }
            #expect(count == Self.ticketCount)
        }
    }

    @Test("A sync asks what the hub has at first, after a fault and after a while, and not in between")
    func wholeSyncs() async throws {
        try await serve { _, door, north, _ in
            let probe = Probe(north.transport)
            let session = SyncSession(
                north.ledger, signedBy: try await north.ledger.testKey, over: probe, now: { [now] in now })
            let watch = NewsWatch(over: north.transport, atMost: .seconds(3600))
            func sync() async throws -> Int {
                try await admit(at: door)
                _ = try await watch.perform(.sync, session)
                return probe.questions.withLock { $0 }
            }
            #expect(try await sync() == 1)
            for _ in 1...3 { #expect(try await sync() == 1) }
            probe.isBroken.withLock { $0 = true }
            #expect(await thrown { try await sync() } is Probe.Fault)
            #expect(try await sync() == 2)
            probe.isBroken.withLock { $0 = false }
            #expect(try await sync() == 2)
            let impatient = NewsWatch(over: north.transport, atMost: .zero)
            for count in 3...4 {
                _ = try await impatient.perform(.sync, session)
                #expect(probe.questions.withLock { $0 } == count)
            }
        }
    }

    @Test("A hub that answers at once, although nothing is new, is asked once a second")
    func answersAtOnce() async throws {
        try await serve { hub, _, north, south in
            for box in [north, south, north, south] { _ = try await box.settle() }
            let watch = NewsWatch(over: north.transport, atMost: .seconds(60), waiting: .zero)
            let (start, before) = (ContinuousClock.now, requestCount(at: hub))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { await watch.run() }
                tasks.addTask { _ = try await watch.waitForNews(of: north.session) }
                while requestCount(at: hub) < before + 4 { try await Task.sleep(for: .milliseconds(20)) }
                tasks.cancelAll()
                try? await tasks.waitForAll()
            }
            let count = requestCount(at: hub) - before
            #expect(start.duration(to: .now) >= .seconds(count - 1))
        }
    }

    @Test("More scans than fit on a page reach the hub in one sync")
    func pages() async throws {
        try await serve { _, door, north, south in
            for box in [north, south, north, south] { _ = try await box.settle() }
            let ticket = try await door.issue()
            let box = try await door.ledger.ownBox()
            let desk = AdmissionDesk(
                verifier: try door.verifier, ledger: door.ledger, box: box, event: door.event, gate: .main)
            for _ in 0...SharedPage.limit { _ = try await desk.decide(ticket.code, on: now) }
            // The ticket as well.
            #expect(try await north.session.run().sent == SharedPage.limit + 2)
            #expect(try await !north.session.hasNews())
        }
    }

    @Test("The next sync is due when another box has sent something, when this one has, and when nobody has for long")
    func due() async throws {
        try await serve { hub, door, north, south in
            let watches = [north, south].map { NewsWatch(over: $0.transport, atMost: .seconds(60)) }
            for box in [north, south, north, south] { _ = try await box.settle() }
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for watch in watches { tasks.addTask { await watch.run() } }
                async let southIsDue = watches[1].waitForNews(of: south.session)
                async let northIsDue = watches[0].waitForNews(of: north.session)
                try await admit(at: door)
                #expect(try await northIsDue == .sync)
                #expect(try await watches[0].perform(.sync, north.session).sent == 2)
                #expect(try await southIsDue == .receive)
                let received = try await watches[1].perform(.receive, south.session)
                #expect(received.received.new[.scan] == 1)
                // What came from the hub need not be sent to it, and is no news.
                #expect(try await !south.session.hasNews())
                #expect(try await !north.session.hasNews())
                async let southIsDueAgain = watches[1].waitForNews(of: south.session)
                try await hub.store.startEpoch()
                try await hub.service.feed.catchUp(from: hub.store)
                #expect(try await southIsDueAgain == .sync)
                tasks.cancelAll()
            }
            // A service that was stopped can be started again.
            _ = try await watches[1].perform(.sync, south.session)
            let again = Task { await watches[1].run() }
            async let southIsDue = watches[1].waitForNews(of: south.session)
            try await admit(at: door)
            _ = try await watches[0].perform(.sync, north.session)
            #expect(try await southIsDue == .receive)
            again.cancel()
            let patient = NewsWatch(over: south.transport, atMost: .milliseconds(300))
            #expect(try await patient.waitForNews(of: south.session) == nil)
        }
    }
}
