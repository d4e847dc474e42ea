// Claims while boxes send and read long lists.

import Admission
import Dispatch
import Ledger
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

@Suite(.postgreSQL)
struct BulkTests {
    /// A queue whose clock counts its transactions, from 1.
    private struct CountedQueue {
        let store: HubStore
        let queue: GroupCommitQueue
        let ticks: TickCounter

        init(_ store: HubStore) async throws {
            let ticks = TickCounter()
            self.store = store
            self.ticks = ticks
            queue = GroupCommitQueue(
                store: store, feed: HubFeed(newest: try await store.newest()), metrics: HubMetrics(),
                now: { ticks.next })
        }

        /// Submits requests in their order, and writes only when all of them wait.
        func write(_ requests: [HubRequest]) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (place, request) in requests.enumerated() {
                    group.addTask { _ = try await queue.submit(request) }
                    while await queue.waitingCount <= place { await Task.yield() }
                }
                let running = Task { await queue.run() }
                try await group.waitForAll()
                running.cancel()
            }
        }

        /// Returns the transactions with claims.
        func claims() async throws -> [Int64] {
            try await numbers("SELECT DISTINCT at_ms FROM open_claim ORDER BY at_ms")
        }

        /// Returns the transactions with uploads; each upload is another box's.
        func uploads() async throws -> [Int64] {
            try await numbers("SELECT begun_ms FROM quota ORDER BY begun_ms")
        }

        private func numbers(_ statement: String) async throws -> [Int64] {
            try await store.database.read { try $0.rows(statement, []).map { try $0.integer(0) } }
        }
    }

    private final class TickCounter: Sendable {
        private let count = Atomic<Int64>(0)
        var next: Int64 { count.wrappingAdd(1, ordering: .relaxed).newValue }
        var last: Int64 { count.load(ordering: .relaxed) }
    }

    private func upload(_ count: Int64) throws -> HubRequest {
        let box = try EnrolledBox.sample()
        return .upload(try (1...count).map { try .scan(box.id, $0) }, from: box, cursor: nil)
    }

    private func claim(_ number: Int64, by box: BoxID = .random()) -> HubRequest {
        .claim(
            Wire.ClaimRequest(
                number: number, ticket: .random(), event: .sample, zone: "main", ordinal: 1, kind: .entry,
                gate: "north", at: 1, hlc: 0),
            by: box)
    }

    @Test("Claims are written before uploads that came earlier", arguments: StoreKind.allCases)
    func order(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let hub = try await CountedQueue(store)
            try await hub.write(try (1...4).map { _ in try upload(200) } + (1...3).map { claim($0) })
            #expect(try await hub.claims() == [1])
            #expect(try await hub.uploads() == [2, 3, 4, 5])
        }
    }

    @Test("However many claims come, an upload is written after each transaction of them")
    func fairness() async throws {
        try await StoreKind.sqlite.withStore { store in
            let hub = try await CountedQueue(store)
            try await hub.write(try (1...3).map { _ in try upload(200) } + (1...450).map { claim($0) })
            #expect(try await hub.claims() == [1, 3, 5])
            #expect(try await hub.uploads() == [2, 4, 6])
        }
    }

    @Test("A few scans are written together with the claims of other gates")
    func together() async throws {
        try await StoreKind.sqlite.withStore { store in
            let hub = try await CountedQueue(store)
            try await hub.write(try (1...5).map { _ in try upload(2) } + [claim(1)])
            #expect(try await hub.claims() == [1])
            #expect(try await hub.uploads() == [1, 1, 1, 1, 1])
        }
    }

    @Test("A long upload is written in parts, and has its results and its cursor as a whole")
    func parts() async throws {
        try await StoreKind.sqlite.withStore { store in
            let ticks = TickCounter()
            let service = try await HubService(store: store, now: { ticks.next })
            let box = try EnrolledBox.sample()
            try await store.settle(box.id, name: box.name, publicKey: box.publicKey, now: 1)
            let records = try (1...1000).map { try HubRecord.scan(box.id, $0) }
            let running = Task { await service.journal.run() }
            let results = try await service.take(records, from: box, cursor: "end")
            running.cancel()
            #expect(results == [UploadResult](repeating: .taken, count: 1000))
            #expect(ticks.last == 4)
            #expect(try await store.box(box.id)?.cursor == "end")
        }
    }

    @Test("A claim is answered while long requests take every turn", .timeLimit(.minutes(30)))
    func lane() async throws {
        try await ServedHub.serve { hub in
            let (north, office) = (try await hub.box("North"), try await hub.box("Office", isRelay: true))
            let (gate, opening) = AsyncStream.makeStream(of: Void.self)
            let entered = TickCounter()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await withTaskGroup(of: Void.self) { turns in
                        for _ in 0..<BulkLane.standardWidth {
                            turns.addTask {
                                await hub.service.bulk.run {
                                    _ = entered.next
                                    for await _ in gate {}
                                }
                            }
                        }
                    }
                }
                while entered.last < BulkLane.standardWidth { await Task.yield() }
                group.addTask {
                    try await office.connection.take(
                        Wire.Upload(records: [WireRecord(try .scan(office.id, 1))], cursor: nil))
                }
                let claims = ClaimClient(over: north.connection, timeout: .seconds(600))
                guard case .won = await claims.claim(.sample(.random())) else {
                    Issue.record("the claim is not granted")
                    return opening.finish()
                }
                #expect(try await hub.store.newest().rev == 0)
                opening.finish()
                try await group.waitForAll()
            }
            #expect(try await hub.store.newest().rev == 1)
        }
    }

    @Test("A short query on PostgreSQL does not wait for a long one", .timeLimit(.minutes(30)))
    func readers() async throws {
        try await StoreKind.postgreSQL.withStore { store in
            let (started, ended) = (TickCounter(), DispatchSemaphore(value: 0))
            async let long: Void = store.database.read { _ in
                _ = started.next
                ended.wait()
            }
            while started.last == 0 { await Task.yield() }
            for _ in 1...6 { _ = try await store.newest() }
            ended.signal()
            try await long
        }
    }
}
