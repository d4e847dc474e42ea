// What boxes read while others write.

import Ledger
import Logging
import ServiceLifecycle
import Sync
import Synchronization
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

@Suite(.postgreSQL)
struct FeedTests {
    /// Runs an office's services for as long as the body takes.
    private func serve(_ offices: [HubService], _ body: () async throws -> Void) async throws {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let services = offices.flatMap { $0.services(logger: logger) }
        let group = ServiceGroup(services: services, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            do { try await body() } catch { Issue.record(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Reads all that there is, a page at a time, until a number of records is there.
    private func read(_ count: Int, from service: HubService, as box: EnrolledBox) async throws -> [HubRecord] {
        var (records, cursor): ([HubRecord], FeedCursor?) = ([], nil)
        while records.count < count {
            let page = try await service.page(after: cursor, for: box, timeout: .seconds(600))
            if page.records.isEmpty, page.cursor == cursor { break }
            records += page.records
            cursor = page.cursor
        }
        return records
    }

    @Test("Six boxes write through two hubs, and a reader of each misses nothing", arguments: StoreKind.allCases)
    func completeness(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let now: @Sendable () -> Int64 = { 1_795_000_000_000 }
            let first = try await HubService(store: try await kind.open(place), now: now)
            let second = try await HubService(store: try await kind.open(place), now: now)
            let boxes = try (1...6).map { try EnrolledBox.sample("box \($0)") }
            try await first.store.enrol(boxes[0])
            let count = 60
            try await serve([first, second]) {
                let readings = try await withThrowingTaskGroup(of: [HubRecord].self) { group in
                    for (index, box) in boxes.enumerated() {
                        let service = index % 2 == 0 ? first : second
                        group.addTask {
                            for seq in 1...Int64(count) {
                                let results = try await service.take([.scan(box.id, seq)], from: box)
                                #expect(results == [.taken])
                            }
                            return []
                        }
                    }
                    for service in [first, second] {
                        group.addTask { try await read(6 * count, from: service, as: boxes[0]) }
                    }
                    return try await group.reduce(into: [[HubRecord]]()) { if !$1.isEmpty { $0.append($1) } }
                }
                #expect(readings.count == 2)
                for records in readings {
                    #expect(records.count == 6 * count)
                    for box in boxes {
                        let seqs = records.compactMap { record -> Int64? in
                            guard case .line(box.id, let point) = record.key else { return nil }
                            return point.seq
                        }
                        #expect(seqs == Array(1...Int64(count)))
                    }
                }
            }
        }
    }

    @Test("A box that waits is woken by the record of another")
    func waiting() async throws {
        try await StoreKind.sqlite.withStore { store in
            let service = try await HubService(store: store, now: { 1 })
            let (north, south) = (try EnrolledBox.sample("north"), try EnrolledBox.sample("south"))
            try await store.enrol(south)
            try await serve([service]) {
                let start = try await service.page(after: nil, for: south).cursor
                async let page = service.page(after: start, for: south, timeout: .seconds(600))
                _ = try await service.take([.scan(north.id, 1)], from: north)
                // A page that was asked for before the record may come empty, and then the next has it.
                var records = try await page.records
                if records.isEmpty { records = try await service.page(after: start, for: south).records }
                #expect(records == [try .scan(north.id, 1)])
            }
        }
    }

    @Test(
        "A box that is revoked while it waits gets nothing more, and one that is bound to an event gets that event's",
        arguments: StoreKind.allCases)
    func lessRights(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let service = try await HubService(store: store, now: { 1_795_000_000_000 })
            let (mine, other) = (EventID.random(), EventID.random())
            let (thief, guest) = (try EnrolledBox.sample("thief", isRelay: true), try EnrolledBox.sample("guest"))
            for box in [thief, guest] { try await store.enrol(box) }
            let key = try BoxKey()
            try await serve([service]) {
                let beginning = try await service.page(after: nil, for: guest).cursor
                // As they are while the requests of both wait: they were read before.
                try await store.set(MemberRights(.gate, events: [mine]), of: guest.id)
                _ = try await service.revoke(thief.name)
                let results = try await service.take(
                    [.signedEvent(mine, by: key), .signedEvent(other, by: key)],
                    from: EnrolledBox.sample("office", id: key.box, isRelay: true))
                #expect(results.allSatisfy { $0 == .taken })
                for cursor in [beginning, nil] {
                    let page = try await service.page(after: cursor, for: guest, timeout: .seconds(600))
                    #expect(Set(page.records.compactMap(\.event)) == [mine])
                    let refusal = await thrown {
                        try await service.page(after: cursor, for: thief, timeout: .seconds(600))
                    }
                    #expect((refusal as? ProblemResponse)?.type == .boxRevoked)
                }
                let refusal = await thrown { try await service.page(after: beginning, for: thief) }
                #expect((refusal as? ProblemResponse)?.type == .boxRevoked)
            }
        }
    }

    @Test("A hub that is behind another one catches up with what the other has told")
    func behind() async throws {
        try await StoreKind.sqlite.withStore { store in
            // The second one does not look for what the first one writes.
            let (first, second) = (
                try await HubService(store: store, now: { 1 }), try await HubService(store: store, now: { 1 })
            )
            let (north, south) = (try EnrolledBox.sample("north"), try EnrolledBox.sample("south"))
            try await store.enrol(south)
            try await serve([first]) {
                let start = try await second.page(after: nil, for: south).cursor
                _ = try await first.take([.scan(north.id, 1)], from: north)
                let told = try await first.page(after: start, for: south).cursor
                #expect(try await second.page(after: start, for: south).records.isEmpty)
                let page = try await second.page(after: start, for: south, knowing: told.rev)
                #expect(page.records == [try .scan(north.id, 1)] && page.cursor == told)
                // Nobody starts another history by naming a revision that does not exist.
                #expect(try await second.page(after: start, for: south, knowing: .max).cursor == told)
            }
        }
    }

    @Test("What a database refuses of one box's request costs no other its answer", arguments: StoreKind.allCases)
    func oneRefused(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let service = try await HubService(store: store, now: { 1 })
            let boxes = try (1...20).map { try EnrolledBox.sample("box \($0)") }
            // Together before the journal runs, so that they share a transaction.
            let answers = Task {
                await withTaskGroup(of: Bool.self) { group in
                    for (place, box) in boxes.enumerated() {
                        // PostgreSQL's texts have no zero.
                        let cursor = place == 7 ? "\u{0}" : "x"
                        group.addTask {
                            (try? await service.take([.scan(box.id, 1)], from: box, cursor: cursor)) == [.taken]
                        }
                    }
                    return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
            }
            while await service.journal.waitingCount < boxes.count { await Task.yield() }
            try await serve([service]) {
                #expect(await answers.value == (kind == .sqlite ? 20 : 19))
            }
        }
    }

    @Test(
        "After a start a cursor goes on where it was, and one of another history begins at the beginning",
        arguments: StoreKind.allCases)
    func epochs(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let service = try await HubService(store: store, now: { 1 })
            let box = try EnrolledBox.sample()
            try await store.enrol(box)
            try await serve([service]) {
                _ = try await service.take([.scan(box.id, 1), .scan(box.id, 2)], from: box)
                let old = try await service.page(after: nil, for: box).cursor
                #expect(try await service.page(after: old, for: box).records.isEmpty)
                for _ in 1...2 { try await service.startEpoch() }
                let page = try await service.page(after: old, for: box)
                #expect(page.cursor.epoch != old.epoch && page.start == old.rev)
                #expect(page.records.isEmpty)
                let other = FeedCursor(epoch: .random(), rev: old.rev)
                #expect(try await service.page(after: other, for: box).records.count == 2)
            }
        }
    }

    @Test("What was read before a restore is not read again, and what came after it is", arguments: StoreKind.allCases)
    func restoredHub(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let service = try await HubService(store: store, now: { 1 })
            let box = try EnrolledBox.sample()
            try await store.enrol(box)
            try await serve([service]) {
                _ = try await service.take([.scan(box.id, 1), .scan(box.id, 2)], from: box)
                let before = try await service.page(after: nil, for: box).cursor
                // As from a backup that was made after the first scan. Then it starts, and others come before the box.
                try await store.database.write { session in
                    try session.run("DELETE FROM record WHERE seq = 2")
                    try session.run("UPDATE have SET seq = 1, chain = $1", [.bytes(LogPoint.sample(1).chain.bytes)])
                    try session.run("UPDATE meta SET rev = 1")
                }
                try await service.startEpoch()
                let others = try (1...5).map { try HubRecord.scan(.random(), 1, "\($0)") }
                for record in others {
                    guard case .line(let writer, _) = record.key else { continue }
                    _ = try await service.take([record], from: EnrolledBox.sample("other", id: writer))
                }
                let page = try await service.page(after: before, for: box)
                #expect(page.start == 1 && page.records == others)
            }
        }
    }

    @Test("A cursor from the future of a restored backup goes back to its end", arguments: StoreKind.allCases)
    func future(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let service = try await HubService(store: store, now: { 1 })
            let box = try EnrolledBox.sample()
            try await store.enrol(box)
            try await serve([service]) {
                _ = try await service.take([.scan(box.id, 1)], from: box)
                let here = try await service.page(after: nil, for: box).cursor
                let page = try await service.page(after: FeedCursor(epoch: here.epoch, rev: here.rev + 9), for: box)
                #expect(page.cursor.epoch != here.epoch && page.start == here.rev)
                #expect(page.records.isEmpty)
            }
        }
    }

    @Test("A box that says again and again that it has read further has the history begin anew once a minute")
    func liar() async throws {
        try await StoreKind.sqlite.withStore { store in
            let clock = Mutex(ContinuousClock.now)
            let service = try await HubService(store: store, now: { 1 }, elapsed: { clock.withLock { $0 } })
            let box = try EnrolledBox.sample()
            try await store.enrol(box)
            func lie() async throws -> Bool {
                let here = try await service.page(after: nil, for: box).cursor
                let page = try await service.page(after: FeedCursor(epoch: here.epoch, rev: here.rev + 9), for: box)
                #expect(page.records.isEmpty && page.cursor.rev == here.rev)
                return page.cursor.epoch != here.epoch
            }
            try await serve([service]) {
                _ = try await service.take([.scan(box.id, 1)], from: box)
                for passed in [Duration.zero, .seconds(60)] {
                    clock.withLock { $0 += passed }
                    let answers = [try await lie(), try await lie(), try await lie()]
                    #expect(answers == [true, false, false])
                }
            }
        }
    }

    @Test(
        "A hub answers a box although another hub on its database was started meanwhile", .timeLimit(.minutes(30)),
        arguments: StoreKind.allCases)
    func otherHubStarted(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            try await store.enrol(box)
            let writer = try await HubService(store: store, now: { 1 })
            try await serve([writer]) { _ = try await writer.take([.scan(box.id, 1)], from: box) }
            let service = try await HubService(store: store, now: { 1 })
            try await store.startEpoch()
            let page = try await service.page(after: FeedCursor(epoch: service.feed.end.epoch, rev: 0), for: box)
            #expect(page.records.count == 1)
        }
    }

    @Test("A backup that is restored under a running hub is noticed")
    func restore() async throws {
        try await StoreKind.sqlite.withStore { store in
            let service = try await HubService(store: store, now: { 1 })
            let box = try EnrolledBox.sample()
            try await store.enrol(box)
            try await serve([service]) {
                _ = try await service.take([.scan(box.id, 1), .scan(box.id, 2)], from: box)
                let before = try await service.page(after: nil, for: box).cursor
                try await store.database.write { session in
                    try session.run("DELETE FROM record WHERE seq = 2")
                    try session.run("UPDATE have SET seq = 1")
                    try session.run("UPDATE meta SET rev = 1")
                }
                try await service.feed.catchUp(from: store)
                let page = try await service.page(after: before, for: box)
                #expect(page.cursor.epoch != before.epoch && page.start == 1)
                #expect(page.records.isEmpty)
            }
        }
    }

    @Test(
        "A box sees the versions of its events, and the logs of boxes that have no others",
        arguments: StoreKind.allCases)
    func visibility(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let service = try await HubService(store: store, now: { 1 })
            let (night, day) = (EventID.random(), EventID.random())
            func join(_ name: String, _ events: Set<EventID>?) async throws -> EnrolledBox {
                let code = EnrolmentCode()
                try await store.invite(Invitation(name: name, events: events), code: code.key().publicKey, expiry: 10)
                return try await store.enrol(
                    .random(), publicKey: BoxKey().publicKey, code: code.key().publicKey, now: 1)
            }
            let north = try await join("north", [night])
            let south = try await join("south", [day])
            let all = try await join("all", nil)
            try await serve([service]) {
                for box in [north, south, all] {
                    let event = box.events?.first ?? .sample
                    _ = try await service.take([.scan(box.id, 1, event: event)], from: box)
                }
                let tickets = try [night, day].map {
                    try HubRecord.version(of: .random(), 1, by: all.id, event: $0)
                }
                _ = try await service.take(tickets, from: all)
                let read = try await service.page(after: nil, for: north)
                #expect(read.records == [try .scan(north.id, 1, event: night), tickets[0]])
                #expect(try await service.page(after: nil, for: all).records.count == 5)
                #expect(read.cursor == (try await service.page(after: nil, for: all)).cursor)
            }
        }
    }

    @Test("What a client that has gone asked for does not end what others asked for")
    func cancellation() async throws {
        try await StoreKind.sqlite.withStore { store in
            let service = try await HubService(store: store, now: { 1 })
            let boxes = try (1...20).map { try EnrolledBox.sample("\($0)") }
            try await serve([service]) {
                await withTaskGroup(of: Void.self) { group in
                    for box in boxes { group.addTask { _ = try? await service.take([.scan(box.id, 1)], from: box) } }
                    group.cancelAll()
                }
                let results = try await service.take([.scan(boxes[0].id, 1)], from: boxes[0])
                #expect(results == [.known])
                #expect(try await store.logState().ends.count == 20)
            }
        }
    }
}
