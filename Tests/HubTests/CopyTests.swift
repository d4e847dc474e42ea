// Backups of a hub, and its way to another database.

import Admission
import Foundation
import Glibc
import HubProtocol
import Ledger
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient

/// A database from which somebody purges an event while it is read for a backup.
private final class PurgedMeanwhile: HubDatabase {
    let real: any HubDatabase
    /// How often the claims were read.
    let claims = Atomic(0)
    /// How often to purge.
    let times: Int

    init(_ real: any HubDatabase, times: Int) { (self.real, self.times) = (real, times) }

    var dialect: SQLDialect { real.dialect }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await real.write(body)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        let isLast = Mutex(false)
        let value = try await real.read { session in
            try body(
                NotedSession(session: session) { text in isLast.withLock { $0 = text.contains("FROM open_claim") } })
        }
        if isLast.withLock(\.self), claims.wrappingAdd(1, ordering: .relaxed).newValue <= times {
            _ = try await HubStore(real).purge(.sample, now: 1)
        }
        return value
    }

    func readAtOnce(_ body: (any SQLSession) throws -> Void) throws { try real.readAtOnce(body) }

    func compact() async throws { try await real.compact() }

    private struct NotedSession: SQLSession {
        let session: any SQLSession
        let note: (String) -> Void

        func rows(_ statement: String, each arguments: [[SQLValue]]) throws -> [[SQLRow]] {
            note(statement)
            return try session.rows(statement, each: arguments)
        }

        func run(_ statement: String, each arguments: [[SQLValue]]) throws {
            note(statement)
            try session.run(statement, each: arguments)
        }
    }
}

@Suite(.postgreSQL)
struct CopyTests {
    private let key: BoxKey
    private let office: EnrolledBox

    init() throws {
        key = try BoxKey()
        office = try EnrolledBox.sample("office", id: key.box, isRelay: true)
    }

    /// Stores what a festival has: boxes, lists, scans and claims.
    private func fill(_ store: HubStore, tickets: Int = 3) async throws {
        try await store.enrol(office)
        try await store.enrol(try .sample("north", events: [.sample]))
        let records =
            try [HubRecord.signedEvent(.sample, by: key)] + HubRecord.signedScans(.sample, .sample, by: key)
            + (0..<tickets).map { _ in try HubRecord.signedTicket(by: key) }
        _ = try await store.commit([.upload(records, from: office, cursor: "here")], now: 1)
        for number in 1...3 { _ = try await claim(Int64(number), in: store) }
        try await store.set(key.publicKey, replacing: false)
    }

    private func claim(
        _ number: Int64,
        of ticket: TicketID = .random(),
        by box: BoxID? = nil,
        in store: HubStore
    ) async throws -> HubReply? {
        let request = Wire.ClaimRequest(
            number: number, ticket: ticket, event: .sample, zone: "main", ordinal: 1, kind: .entry, gate: "north",
            at: 1_795_000_000_000, hlc: 0)
        return try await store.commit([.claim(request, by: box ?? office.id)], now: 1).replies.first
    }

    /// Returns the rows of all tables but those that every copy has of its own.
    private func rows(of store: HubStore) async throws -> [String: Set<SQLRow>] {
        let tables = HubTable.all(store.database.dialect).filter { !["meta", "epoch"].contains($0.name) }
        return try await store.database.read { session in
            try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    var rows: Set<SQLRow> = []
                    try table.read(in: session) { rows.formUnion($0) }
                    return (table.name, rows)
                })
        }
    }

    @Test("A copy has every table and column that the database has")
    func tables() async throws {
        try await StoreKind.sqlite.withStore { store in
            let names = try await store.database.read { session in
                let rows = try session.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", [])
                return try rows.map { try $0.text(0) }
            }
            let tables = HubTable.all(.sqlite)
            #expect(tables.map(\.name).sorted() == names)
            for table in tables {
                let columns = try await store.database.read { session in
                    try session.rows("SELECT name, pk FROM pragma_table_info($1)", [.text(table.name)])
                }
                #expect(try columns.map { try $0.text(0) } == table.columns)
                let key = columns.filter { $0.values[1] != .integer(0) }
                #expect(Set(try key.map { try $0.text(0) }) == Set(table.key), "\(table.name)")
            }
        }
    }

    @Test(
        "A backup of either database restores all that it held into either",
        arguments: StoreKind.allCases, StoreKind.allCases)
    func restore(from kind: StoreKind, to other: StoreKind) async throws {
        try await kind.withStore { store in
            try await fill(store, tickets: HubTable.batch + 10)
            try await withTemporaryFolder { folder in
                let contents = try await store.backUp(to: folder + "/copy")
                #expect(contents.records == Int64(HubTable.batch + 13) && contents.boxes == 2 && contents.claims == 3)
                let facts = try FileManager.default.attributesOfItem(atPath: folder + "/copy")
                #expect(facts[.posixPermissions] as? Int == 0o600)
                try await other.withPlace { place in
                    let service = try await HubService(store: other.open(place), now: { 1 })
                    let restored = try await service.restore(
                        from: folder + "/copy", workingIn: folder, replacing: false)
                    #expect(restored == contents)
                    #expect(try await rows(of: service.store) == rows(of: store))
                    // Boxes that have read on send again what was lost.
                    #expect(try await service.store.newest().epoch != store.newest().epoch)
                    #expect(try await service.store.end(of: store.newest().epoch) == store.newest().rev)
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["copy"])
            }
        }
    }

    @Test(
        "A backup has all that was stored before it began, and no line or list twice, while boxes go on",
        arguments: StoreKind.allCases)
    func backupMeanwhile(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let (store, other) = (try await kind.open(place), try await kind.open(place))
            try await fill(store, tickets: 2 * HubTable.batch)
            let before = try await rows(of: store)
            let box = try BoxKey()
            let sender = try EnrolledBox.sample("south", id: box.box)
            try await store.enrol(sender)
            let lines = try HubRecord.signedScans(Array(repeating: .sample, count: 200), by: box)
            try await withTemporaryFolder { folder in
                async let writing: Void = {
                    for (number, line) in lines.enumerated() {
                        let cursor = "\(number)"
                        _ = try await other.commit([.upload([line], from: sender, cursor: cursor)], now: 1)
                        _ = try await claim(Int64(number + 1), by: sender.id, in: other)
                    }
                }()
                try await Task.sleep(for: .milliseconds(20))
                _ = try await store.backUp(to: folder + "/copy")
                try await writing
                let copy = try await StoreKind.sqlite.open(folder + "/copy")
                let after = try await rows(of: copy)
                for (table, rows) in before where !["have", "box", "quota"].contains(table) {
                    #expect(rows.isSubset(of: after[table] ?? []), "\(table)")
                }
                // What the hub says that it has, it has.
                let scans = try await copy.records(after: 0, of: [.scan], limit: 10_000).records.map(\.record)
                let own = scans.compactMap { $0.log?.box == sender.id ? $0.log : nil }
                let state = try await copy.logState()
                let end = state.ends.first { $0.key.box == sender.id }?.value.first?.seq ?? 0
                #expect(own.count == Int(end))
                let cursor = try await copy.boxes().first { $0.id == sender.id }?.cursor ?? ""
                #expect((Int(cursor) ?? -1) + 1 == own.count)
            }
        }
    }

    @Test(
        "Nothing is restored from what is no sound backup, nor over a hub's boxes and records",
        arguments: StoreKind.allCases)
    func refusedRestore(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await fill(store)
            let before = try await rows(of: store)
            let service = try await HubService(store: store, now: { 1 })
            try await withTemporaryFolder { folder in
                let copy = folder + "/copy"
                func restore(_ name: String, replacing: Bool = true) async -> HubError? {
                    await thrown {
                        try await service.restore(from: folder + name, workingIn: folder, replacing: replacing)
                    } as? HubError
                }
                _ = try await store.backUp(to: copy)
                #expect(
                    await thrown { try await store.backUp(to: copy) } as? HubError
                        == .notCopied(to: copy, reason: "there is a file of this name"))
                #expect(await restore("/copy", replacing: false) == .notEmpty)
                var bytes = try Data(contentsOf: URL(filePath: copy))
                try bytes.prefix(bytes.count / 2).write(to: URL(filePath: folder + "/half"))
                bytes.replaceSubrange(
                    4096..<bytes.count, with: Data(repeating: 7, count: bytes.count - 4096))
                try bytes.write(to: URL(filePath: folder + "/damaged"))
                try Data("name\nAda\n".utf8).write(to: URL(filePath: folder + "/list"))
                _ = try Ledger(creating: folder + "/ledger", boxName: "office")
                for name in ["/half", "/damaged", "/list", "/ledger", "/none"] {
                    guard case .noBackup(folder + name, _)? = await restore(name) else {
                        Issue.record("\(name) was restored")
                        continue
                    }
                }
            }
            #expect(try await rows(of: store) == before)
        }
    }

    @Test(
        "A restored backup brings no purged names back, and no joining code or session that may have ended",
        arguments: StoreKind.allCases)
    func purged(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await fill(store)
            try await store.invite(Invitation(name: "west", isRelay: false, events: nil), code: [7], expiry: 9)
            try await store.database.write { session in
                try session.run(
                    "INSERT INTO session (hash, account, name, token, expires_ms) VALUES ($1, '', 'amina', $1, 9)",
                    [.bytes([7])])
            }
            try await withTemporaryFolder { folder in
                _ = try await store.backUp(to: folder + "/copy")
                _ = try await store.purge(.sample, now: 2)
                let service = try await HubService(store: store, now: { 3 })
                _ = try await service.restore(from: folder + "/copy", workingIn: folder, replacing: true)
                #expect(try await store.personalRecords(of: .sample) == 0)
                #expect(try await store.database.read { try $0.purgedEvents() } == [.sample])
                let rows = try await rows(of: store)
                #expect(rows["invitation"] == [] && rows["session"] == [])
                #expect(try await store.boxes().count == 2)
            }
        }
    }

    @Test("No byte of a restored database has a name that was purged from it before")
    func purgedBytes() async throws {
        try await StoreKind.sqlite.withPlace { place in
            let store = try await StoreKind.sqlite.open(place)
            try await fill(store)
            // More than SQLite keeps in memory within a transaction.
            try await store.database.write { session in
                try session.run(
                    """
                    INSERT INTO record (kind, id, seq, event, hlc, box, body, chain, audience, rev)
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 8000)
                    SELECT 'ticket', randomblob(16), 0, $1, 1, randomblob(16),
                        CAST('Ada Example' || hex(randomblob(1000)) AS BLOB), randomblob(32), randomblob(16), n + 100
                    FROM number
                    """,
                    [EventID.sample.sql])
                try session.run("UPDATE meta SET rev = 8100")
            }
            let name = Data("Ada Example".utf8)
            try await withTemporaryFolder { folder in
                _ = try await store.backUp(to: folder + "/copy")
                #expect(try Data(contentsOf: URL(filePath: folder + "/copy")).range(of: name) != nil)
                _ = try await store.purge(.sample, now: 2)
                let service = try await HubService(store: store, now: { 3 })
                _ = try await service.restore(from: folder + "/copy", workingIn: folder, replacing: true)
                #expect(try Data(contentsOf: URL(filePath: place)).range(of: name) == nil)
            }
        }
    }

    @Test("What is purged during a backup is not in it, and if that happens again and again, there is no backup")
    func purgedMeanwhile() async throws {
        try await StoreKind.sqlite.withStore { store in
            try await fill(store)
            try await withTemporaryFolder { folder in
                let once = try await HubStore(PurgedMeanwhile(store.database, times: 1))
                #expect(try await once.backUp(to: folder + "/copy").records == 3)
                let always = try await HubStore(PurgedMeanwhile(store.database, times: .max))
                let error = await thrown { try await always.backUp(to: folder + "/other") } as? HubError
                guard case .notCopied? = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["copy"])
            }
        }
    }

    @Test("A backup of an older version is restored, and stays as it is")
    func olderVersion() async throws {
        try await StoreKind.sqlite.withStore { store in
            try await fill(store)
            try await withTemporaryFolder { folder in
                _ = try await store.backUp(to: folder + "/copy")
                try await StoreKind.sqlite.open(folder + "/copy").database.write { try $0.takeBack(to: 8) }
                let before = try Data(contentsOf: URL(filePath: folder + "/copy"))
                #expect(chmod(folder + "/copy", 0o400) == 0)
                let service = try await HubService(store: store, now: { 1 })
                let contents = try await service.restore(from: folder + "/copy", workingIn: folder, replacing: true)
                #expect(contents.records == 6)
                #expect(try Data(contentsOf: URL(filePath: folder + "/copy")) == before)
            }
        }
    }

    @Test(
        "A hub that was moved has its boxes, records and claims at the new database, and grants none at the old one",
        arguments: StoreKind.allCases)
    func move(_ kind: StoreKind) async throws {
        let other = kind == .sqlite ? StoreKind.postgreSQL : .sqlite
        try await kind.withPlace { old in
            try await other.withPlace { new in
                let (store, ticket) = (try await kind.open(old), TicketID.random())
                try await fill(store)
                _ = try await claim(7, of: ticket, in: store)
                let before = try await rows(of: store)
                let contents = try await HubService.move(from: old, to: new, again: false, replacing: false)
                #expect(contents.claims == 4)
                // A hub that is still running at the old database.
                #expect(await thrown { try await claim(8, in: store) } as? HubError == .moved)
                #expect(await thrown { try await store.newest() } as? HubError == .moved)
                #expect(await thrown { try await kind.open(old) } as? HubError == .moved)
                let moved = try await other.open(new)
                #expect(try await rows(of: moved) == before)
                let south = BoxID.random()
                guard case .claimed(let answer)? = try await claim(1, of: ticket, by: south, in: moved) else {
                    Issue.record("no answer")
                    return
                }
                #expect(!answer.won && answer.claims.map(\.box) == [office.id])
                // And back.
                #expect(
                    await thrown { try await HubService.move(from: new, to: old, again: false, replacing: false) }
                        as? HubError == .notEmpty)
                _ = try await claim(9, in: moved)
                _ = try await HubService.move(from: new, to: old, again: false, replacing: true)
                #expect(try await rows(of: kind.open(old)) == rows(of: HubStore(moved.database, maybeMoved: true)))
            }
        }
    }

    @Test(
        "If hubs are let use the old database while it is moved, the new one stays empty", arguments: StoreKind.allCases
    )
    func cancelledMove(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await fill(store)
            try await StoreKind.sqlite.withStore { new in
                // It was never said that the hub moves.
                let error = await thrown {
                    try await new.replaceContents(with: store, replacing: false, isBackup: false)
                }
                #expect(error as? HubError == .moveCancelled)
                let boxes = try await new.boxes()
                #expect(boxes.isEmpty)
            }
        }
    }

    @Test("Another hub's database replaces nothing", arguments: StoreKind.allCases)
    func otherHub(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await fill(store)
            try await StoreKind.sqlite.withStore { other in
                try await other.set(try BoxKey().publicKey, replacing: false)
                try await withTemporaryFolder { folder in
                    _ = try await other.backUp(to: folder + "/copy")
                    let service = try await HubService(store: store, now: { 1 })
                    let error = await thrown {
                        try await service.restore(from: folder + "/copy", workingIn: folder, replacing: true)
                    }
                    #expect(error as? HubError == .otherHub)
                    let known = await thrown {
                        try await service.restore(
                            from: folder + "/copy", workingIn: folder, knownAs: key.publicKey, replacing: true)
                    }
                    guard case .noBackup? = known as? HubError else {
                        Issue.record("\(String(describing: known))"); return
                    }
                }
            }
            #expect(try await store.boxes().count == 2)
        }
    }

    @Test("A database that a hub left in an older version can be used again")
    func leftInOlderVersion() async throws {
        try await StoreKind.sqlite.withPlace { place in
            try await fill(try await StoreKind.sqlite.open(place))
            try await SQLiteHubDatabase(path: place).write { session in
                try session.takeBack(to: 8)
                try session.run("UPDATE meta SET version = -version")
            }
            #expect(await thrown { try await StoreKind.sqlite.open(place) } as? HubError == .moved)
            #expect(try await HubService.stay(at: place))
            #expect(try await StoreKind.sqlite.open(place).boxes().count == 2)
        }
    }

    @Test("A move that fails or is interrupted leaves the hub where it was", arguments: StoreKind.allCases)
    func failedMove(_ kind: StoreKind) async throws {
        try await kind.withPlace { old in
            let store = try await kind.open(old)
            try await fill(store)
            try await withTemporaryFolder { folder in
                let new = folder + "/new"
                try await fill(try await StoreKind.sqlite.open(new))
                func move(again: Bool = false) async -> HubError? {
                    await thrown { try await HubService.move(from: old, to: new, again: again, replacing: false) }
                        as? HubError
                }
                #expect(await move() == .notEmpty)
                #expect(try await !store.isMoved())
                _ = try await claim(8, in: store)
                // As if the power had failed, or as after a move that was complete.
                #expect(try await !store.leave(again: false))
                #expect(await move() == .moved)
                #expect(await move(again: true) == .notEmpty)
                #expect(try await store.isMoved())
                #expect(try await HubService.stay(at: old))
                #expect(try await !HubService.stay(at: old))
                _ = try await claim(9, in: store)
            }
        }
    }
}
