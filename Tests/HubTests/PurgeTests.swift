// What is left of an event whose names were deleted, and databases of older versions.

import FoundationEssentials
import HubProtocol
import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient

/// A database whose files cannot be rewritten, as on a full disk.
private struct FullDisk: HubDatabase {
    let real: any HubDatabase

    var dialect: SQLDialect { real.dialect }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await real.write(body)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await real.read(body)
    }

    func readAtOnce(_ body: (any SQLSession) throws -> Void) throws { try real.readAtOnce(body) }

    func compact() throws { throw HubError.database(place: "hub.sqlite", code: "13") }
}

@Suite(.postgreSQL)
struct PurgeTests {
    @Test("Where the files cannot be rewritten, the names are deleted, and the error says to purge again")
    func fullDisk() async throws {
        try await StoreKind.sqlite.withStore { real in
            let (store, key) = (try await HubStore(FullDisk(real: real.database)), try BoxKey())
            let office = try EnrolledBox.sample("office", id: key.box, isRelay: true)
            let ticket = try HubRecord.signedTicket(by: key)
            _ = try await store.commit([.upload([ticket], from: office, cursor: nil)], now: 1)
            let error = await thrown { try await store.purge(.sample, now: 1) }
            #expect(error.map { "\($0)".contains("purge again. The hub's database hub.sqlite") } == true)
            #expect(try await store.personalRecords(of: .sample) == 0)
        }
    }

    @Test(
        "A purge deletes an event's tickets and messages, which nobody brings back, and leaves other events and scans",
        arguments: StoreKind.allCases)
    func purge(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (night, other, key) = (EventID.random(), EventID.random(), try BoxKey())
            let office = try EnrolledBox.sample("office", id: key.box, isRelay: true)
            func upload(_ records: [HubRecord]) async throws -> [UploadResult] {
                let commit = try await store.commit([.upload(records, from: office, cursor: nil)], now: 1)
                guard case .uploaded(let results, _)? = commit.replies.first else { return [] }
                return results
            }
            let gone = try [
                HubRecord.signedTicket(by: key, event: night), .signedTicket(by: key, event: night),
                .signedMessage(night, by: key),
            ]
            let kept = try [
                HubRecord.signedEvent(night, by: key), .signedTicket(by: key, event: other),
                .signedMessage(other, by: key),
            ]
            let scans = try HubRecord.signedScans(night, other, by: key)
            #expect(try await upload(gone + kept + scans).allSatisfy { $0 == .taken })
            #expect(try await store.personalRecords(of: night) == 3)
            let before = try await store.newest()
            #expect(try await store.purge(night, now: 1) == 3)
            // What a running hub has in memory belongs to the past epoch.
            #expect(try await store.newest().epoch != before.epoch)
            #expect(try await store.personalRecords(of: night) == 0)
            #expect(Set(try await store.records(after: 0).records.map(\.record)) == Set(kept + scans))
            let again = try gone + [HubRecord.signedTicket(by: key, event: night), .signedMessage(night, by: key)]
            #expect(try await upload(again).allSatisfy { $0 == .known })
            #expect(try await upload([.signedTicket(by: key, event: other)]) == [.taken])
            #expect(try await store.personalRecords(of: night) == 0)
            #expect(try await store.purge(night, now: 2) == 0)
        }
    }

    @Test(
        "A database of version 8 is upgraded with all that is in it; others are refused",
        arguments: StoreKind.allCases)
    func upgrade(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let key = try BoxKey()
            do {
                let store = try await kind.open(place)
                let office = try EnrolledBox.sample("office", id: key.box, isRelay: true)
                try await store.enrol(office)
                let scans = try HubRecord.signedScans(.sample, .sample, by: key)
                _ = try await store.commit([.upload(scans, from: office, cursor: "here")], now: 1)
                // As it was.
                try await store.database.write { try $0.takeBack(to: 8) }
            }
            let store = try await kind.open(place)
            #expect(try await store.records(after: 0).records.count == 2)
            #expect(try await store.boxes().map(\.cursor) == ["here"])
            #expect(try await store.purge(.random(), now: 1) == 0)
            for version in [7, HubSchema.version + 1] {
                try await store.database.write { session in
                    try session.run("UPDATE meta SET version = $1", [.integer(version)])
                }
                #expect(await thrown { try await kind.open(place) } as? HubError == .otherVersion)
            }
        }
    }
}
