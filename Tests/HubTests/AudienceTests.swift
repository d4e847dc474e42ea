// What boxes that take part in some events read, and how the hub finds it.

import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubProtocol

@Suite(.postgreSQL)
struct AudienceTests {
    /// Boxes with the events that they take part in.
    private struct Crowd {
        let events = (0..<4).map { _ in EventID.random() }
        private(set) var boxes: [(key: BoxKey, box: EnrolledBox)] = []

        /// Enrols boxes for some of the events, and some for all.
        init(_ count: Int, at store: HubStore, by generator: inout some RandomNumberGenerator) async throws {
            for number in 0..<count {
                let key = try BoxKey()
                let own = Set(events.filter { _ in Bool.random(using: &generator) })
                let code: [UInt8] = Array(repeating: UInt8(number), count: 32)
                try await store.invite(
                    Invitation(name: "box \(number)", isRelay: false, events: own.isEmpty ? nil : own, membership: nil),
                    code: code, expiry: 2)
                let box = try await store.enrol(key.box, publicKey: key.publicKey, code: code, now: 1)
                boxes.append((key, box))
            }
        }

        /// Returns whether a box may read a record, in the words of docs/hub.md.
        func sees(_ record: HubRecord, _ reader: EnrolledBox) -> Bool {
            guard let own = reader.events, record.kind != .change else { return true }
            guard case .line(let writer, _) = record.key else { return record.event.map(own.contains) ?? true }
            let others = boxes.first { $0.box.id == writer }?.box.events
            return others.map { $0.isSubset(of: own) } ?? false
        }
    }

    private func readAll(
        _ service: HubService,
        as box: EnrolledBox,
        of kinds: Set<RecordKind>
    ) async throws -> [HubRecord] {
        var (records, cursor, hasMore): ([HubRecord], FeedCursor?, Bool) = ([], nil, true)
        while hasMore {
            let page = try await service.page(after: cursor, for: box, of: kinds)
            records += page.records
            (cursor, hasMore) = (page.cursor, page.hasMore)
        }
        return records
    }

    @Test(
        "A box reads exactly what it may see, in order, from the database and from memory",
        arguments: StoreKind.allCases)
    func reading(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let service = try await HubService(store: try await kind.open(place), now: { 1_795_000_000_000 })
            var generator = SeededGenerator(seed: 20_261_126)
            let crowd = try await Crowd(12, at: service.store, by: &generator)
            var all: [HubRecord] = []
            for (key, box) in crowd.boxes {
                let own = box.events.map { $0.sorted() } ?? crowd.events
                let scanned = (0..<3).compactMap { _ in own.randomElement(using: &generator) }
                var records = try HubRecord.signedScans(scanned, by: key)
                records += try own.flatMap { event in
                    try [
                        HubRecord.signedEvent(event, by: key), .signedTicket(by: key, event: event),
                        .signedMessage(event, by: key),
                    ]
                }
                records.append(try .box(key))
                records.append(try .signedChange(of: key.box, by: key))
                records.shuffle(using: &generator)
                // A log's lines stay in order.
                let lines = records.filter { $0.kind == .scan }.sorted { $0.line < $1.line }
                records = records.filter { $0.kind != .scan } + lines
                let commit = try await service.store.commit(
                    [.upload(records, from: box, cursor: nil)], now: 1_795_000_000_000)
                await service.feed.add(commit)
                all += commit.records.map(\.record)
            }
            #expect(all.count > 100)
            // This one has nothing in memory.
            let other = try await HubService(store: try await kind.open(place), now: { 1_795_000_000_000 })
            for kinds in [Set(RecordKind.allCases), RecordKind.lists, [.change, .ticket, .scan], [.box, .scan]] {
                for (_, box) in crowd.boxes {
                    let expected = all.filter { kinds.contains($0.kind) && crowd.sees($0, box) }
                    #expect(try await readAll(service, as: box, of: kinds) == expected)
                    #expect(try await readAll(other, as: box, of: kinds) == expected)
                }
            }
        }
    }

    @Test(
        "A hub keeps a box in memory until another hub has changed something about boxes",
        arguments: StoreKind.allCases)
    func memory(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let (first, second) = (try await kind.open(place), try await kind.open(place))
            func enrol(_ name: String, _ events: Set<EventID>) async throws -> BoxID {
                let (key, code) = (try BoxKey(), Array(SHA256.hash(Array(name.utf8))))
                try await second.invite(Invitation(name: name, events: events), code: code, expiry: 2)
                return try await second.enrol(key.box, publicKey: key.publicKey, code: code, now: 1).id
            }
            let event = EventID.random()
            let north = try await enrol("north", [event])
            _ = try await first.newest()
            #expect(try await first.sender(north)?.audiences?.contains(.scans(of: north)) == true)
            let south = try await enrol("south", [event])
            #expect(try await first.sender(north)?.audiences?.contains(.scans(of: south)) == false)
            _ = try await first.newest()
            #expect(try await first.sender(north)?.audiences?.contains(.scans(of: south)) == true)
            try await second.revoke(north, now: 2)
            #expect(try await second.sender(north)?.box.revoked == 2)
            #expect(try await first.sender(north)?.box.revoked == nil)
            _ = try await first.newest()
            #expect(try await first.sender(north)?.box.revoked == 2)
            // At the hub that changes it, at once.
            #expect(try await second.reinstate(north))
            #expect(try await second.sender(north)?.box.revoked == nil)
        }
    }

    @Test("What is read of a box while something changes is not kept")
    func raceWithChange() async throws {
        let (cache, box) = (BoxCache(), try EnrolledBox.sample())
        let entry = BoxCache.Entry(box: box, audiences: nil)
        _ = await cache.entry(box.id) {
            cache.forget()
            return entry
        }
        #expect(await cache.entry(box.id) { nil } == nil)
        _ = await cache.entry(box.id) { entry }
        #expect(await cache.entry(box.id) { nil }?.box == box)
    }
}

extension HubRecord {
    fileprivate var line: Int64 { if case .line(_, let point) = key { point.seq } else { 0 } }
}
