// What the store promises, on every database.

import Dispatch
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger

@Suite(.postgreSQL)
struct HubStoreTests {
    private func upload(_ records: [HubRecord], by box: EnrolledBox, to store: HubStore) async throws -> [UploadResult]
    {
        do {
            let commit = try await store.commit([.upload(records, from: box, cursor: nil)], now: 1)
            guard case .uploaded(let results, _)? = commit.replies.first else { return [] }
            return results
        } catch HubError.connectionLost(_, let reason) where reason.contains("idle-in-transaction") {
            // A busy machine may halt a test for longer than the server lets a transaction do nothing. Nothing of it
            // was stored, and a box sends it again.
            return try await upload(records, by: box, to: store)
        }
    }

    @Test(
        "Lines of a log are taken in order, once, and come back in the order of their commits",
        arguments: StoreKind.allCases)
    func logs(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (north, south) = (try EnrolledBox.sample("north"), try EnrolledBox.sample("south"))
            let first = try (1...3).map { try HubRecord.scan(north.id, $0) }
            #expect(try await upload(first, by: north, to: store) == [.taken, .taken, .taken])
            let second = try [HubRecord.scan(south.id, 1), .line(.change, south.id, 1), .scan(south.id, 3)]
            #expect(try await upload(second, by: south, to: store) == [.taken, .taken, .gap])
            #expect(try await upload(first, by: north, to: store) == [.known, .known, .known])
            let (end, records, hasMore) = try await store.records(after: 0)
            #expect(records.map(\.record) == first + second.prefix(2))
            #expect(records.map(\.rev) == records.map(\.rev).sorted())
            #expect(!hasMore)
            #expect(try await store.records(after: end.rev).records.isEmpty)
            let logState = try await store.logState()
            #expect(logState.ends[LogID(kind: .scan, box: north.id)]?.map(\.seq) == [3])
            #expect(logState.ends[LogID(kind: .scan, box: south.id)]?.map(\.seq) == [1])
            #expect(logState.closed.isEmpty)
        }
    }

    @Test(
        "As many versions as a box sends at once are taken, and known when they come again",
        arguments: StoreKind.allCases)
    func fullPage(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            let records = try (1...HubServer.uploadLimit).map { _ in
                try HubRecord.version(of: .random(), 1, by: box.id)
            }
            let results = try await upload(records, by: box, to: store)
            #expect(results == records.map { _ in .taken })
            #expect(try await upload(records, by: box, to: store) == records.map { _ in .known })
        }
    }

    @Test("Both lines with one number are kept, and each is gone on from", arguments: StoreKind.allCases)
    func branches(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            #expect(try await upload([.scan(box.id, 1), .scan(box.id, 2)], by: box, to: store) == [.taken, .taken])
            let other = try [HubRecord.scan(box.id, 2, "another"), .scan(box.id, 3, "after it")]
            #expect(try await upload(other, by: box, to: store) == [.taken, .taken])
            #expect(try await upload([.scan(box.id, 3), .scan(box.id, 4)], by: box, to: store) == [.taken, .taken])
            #expect(try await upload(other + [.scan(box.id, 2)], by: box, to: store) == [.known, .known, .known])
            #expect(try await store.records(after: 0).records.count == 6)
            let ends = try await store.logState().ends[LogID(kind: .scan, box: box.id)] ?? []
            for record in try [HubRecord.scan(box.id, 4), .scan(box.id, 3, "after it")] {
                guard case .line(_, let point) = record.key else { continue }
                #expect(ends.contains(point))
            }
            #expect(try await store.logState().closed.isEmpty)
        }
    }

    @Test("Two copies of one box that go on side by side are two branches, however long", arguments: StoreKind.allCases)
    func clones(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            var ends = [LogChain.start, .start]
            for number in 1...Int64(150) {
                for copy in ends.indices {
                    let change = SharedChange(
                        box: box.id, seq: number, ticket: .random(), action: .block, was: .valid, status: .blocked,
                        by: try Attribution(actor: "copy \(copy)"), at: Timestamp(milliseconds: number), hlc: number,
                        after: ends[copy])
                    ends[copy] = LogChain(head: change.chain.bytes)
                    let record = try #require(try WireRecord(SignedRecord(.change(change), signature: nil)).record)
                    #expect(try await upload([record], by: box, to: store) == [.taken])
                }
            }
            let held = try await store.logState().ends[LogID(kind: .change, box: box.id)] ?? []
            #expect(Set(held) == Set(ends.map { LogPoint(seq: 150, chain: RecordBytes($0.head)) }))
        }
    }

    @Test("Of lines that follow none of many branches few are tried, and the rest come with the next upload")
    func followingNothing() async throws {
        try await StoreKind.sqlite.withStore { store in
            let box = try EnrolledBox.sample()
            func record(_ number: Int64, _ actor: String, after chain: LogChain) throws -> (HubRecord, LogChain) {
                let change = SharedChange(
                    box: box.id, seq: number, ticket: .random(), action: .block, was: .valid, status: .blocked,
                    by: try Attribution(actor: actor), at: Timestamp(milliseconds: number), hlc: number, after: chain)
                let record = try #require(try WireRecord(SignedRecord(.change(change), signature: nil)).record)
                return (record, LogChain(head: change.chain.bytes))
            }
            let first = try record(1, "first", after: .start)
            let branches = try (0..<150).map { try record(2, "branch \($0)", after: first.1) }
            let known = try await upload([first.0] + branches.map(\.0), by: box, to: store)
            #expect(known.allSatisfy { $0 == .taken })
            let nowhere = LogChain(head: [UInt8](repeating: 7, count: 32))
            let junk = try (0..<100).map { try record(3, "junk \($0)", after: nowhere).0 }
            let last = try record(3, "last", after: branches[0].1).0
            #expect(try await upload(junk + [last], by: box, to: store).allSatisfy { $0 == .gap })
            #expect(try await upload([last], by: box, to: store) == [.taken])
        }
    }

    @Test("A box that branches without end makes the lists of others no longer", arguments: StoreKind.allCases)
    func manyBranches(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            let records = try (0..<300).map { try HubRecord.scan(box.id, 1, "branch \($0)") }
            let results = try await upload(records, by: box, to: store)
            #expect(results.count { $0 == .taken } == 200 && results.count { $0 == .forbidden } == 100)
            #expect(try await store.logState().ends[LogID(kind: .scan, box: box.id)]?.count == 200)
            // What it has goes on, and so do others.
            #expect(try await upload([.scan(box.id, 1, "branch 0")], by: box, to: store) == [.known])
            let other = try EnrolledBox.sample("south")
            #expect(try await upload([.scan(other.id, 1)], by: other, to: store) == [.taken])
        }
    }

    @Test("Of a long log some lines are named, by which a box finds where it branched", arguments: StoreKind.allCases)
    func checkpoints(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            for start in stride(from: 1, to: 601, by: 200) {
                let records = try (start..<start + 200).map { try HubRecord.scan(box.id, Int64($0)) }
                _ = try await upload(records, by: box, to: store)
            }
            let log = LogID(kind: .scan, box: box.id)
            #expect(try await store.logState().checkpoints[log]?.map(\.seq) == [256, 512])
            #expect(try await store.logState().ends[log]?.map(\.seq) == [600])
        }
    }

    @Test(
        "Of each author's versions the latest stands, and none displaces another author's",
        arguments: StoreKind.allCases)
    func versions(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let boxes = [try EnrolledBox.sample("a"), try .sample("b")].sorted { $0.id < $1.id }
            let (low, high) = (boxes[0], boxes[1])
            let id = VersionedID.random()
            func send(_ hlc: Int64, _ box: EnrolledBox) async throws -> [UploadResult] {
                try await upload([.version(of: id, hlc, by: box.id, "\(hlc) \(box.name)")], by: box, to: store)
            }
            #expect(try await send(5, low) == [.taken])
            #expect(try await send(9, high) == [.taken])
            #expect(try await send(5, low) == [.known])
            #expect(try await send(4, low) == [.known])
            #expect(try await send(8, high) == [.known])
            #expect(try await send(6, low) == [.taken])
            let records = try await store.records(after: 0).records
            let bodies = Set(records.map { String(decoding: $0.record.body, as: UTF8.self) })
            #expect(bodies == ["9 \(high.name)", "6 \(low.name)"])
        }
    }

    @Test(
        "Of versions that an author made at one moment the greatest stands, as in ledgers, in whatever order they come",
        arguments: StoreKind.allCases)
    func versionsOfOneMoment(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            for order in [["a", "c", "b"], ["c", "b", "a"], ["b", "a", "c"]] {
                let (alone, together) = (VersionedID.random(), VersionedID.random())
                for body in order {
                    _ = try await upload([.version(of: alone, 5, by: box.id, body)], by: box, to: store)
                }
                let records = try order.map { try HubRecord.version(of: together, 5, by: box.id, $0) }
                _ = try await upload(records, by: box, to: store)
                #expect(try await upload(records, by: box, to: store) == [.known, .known, .known])
            }
            let bodies = try await store.records(after: 0).records.map(\.record.body)
            #expect(bodies == Array(repeating: Array("c".utf8), count: 6))
        }
    }

    @Test("Several versions in one upload leave the last", arguments: StoreKind.allCases)
    func versionsTogether(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            let id = VersionedID.random()
            let records = try [3, 1, 7].map { try HubRecord.version(of: id, $0, by: box.id, "\($0)") }
            #expect(try await upload(records, by: box, to: store) == [.taken, .known, .taken])
            #expect(try await store.records(after: 0).records.map(\.record) == [records[2]])
        }
    }

    @Test(
        "A box brings its own log, versions of its events, and of others what they have signed",
        arguments: StoreKind.allCases)
    func permissions(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let key = try BoxKey()
            let gate = try EnrolledBox.sample(id: key.box, events: [.sample])
            let organiser = try EnrolledBox.sample("office", isRelay: true)
            let foreign = try HubRecord.version(of: .random(), 1, by: gate.id, event: .random())
            #expect(
                try await upload([.scan(organiser.id, 1), foreign], by: gate, to: store) == [.forbidden, .forbidden])
            let signed = try HubRecord.signedChange(of: gate.id, by: key)
            let others = try EnrolledBox.sample("south")
            for sender in [organiser, others] {
                // Nobody knows yet what the box signs with.
                #expect(try await upload([signed], by: sender, to: store) == [.forbidden])
            }
            #expect(try await upload([.box(key), foreign], by: organiser, to: store) == [.taken, .forbidden])
            let version = try HubRecord.signedTicket(by: key)
            let unsigned = try HubRecord.signedTicket(by: BoxKey(), of: key.box)
            #expect(try await upload([unsigned, version], by: organiser, to: store) == [.forbidden, .taken])
            let forged = try [
                HubRecord.signedChange(of: gate.id, by: BoxKey()), .scan(gate.id, 1),
                HubRecord(
                    kind: .change, event: nil, key: .line(box: gate.id, point: .sample(1)), body: signed.body),
                HubRecord(kind: .scan, event: nil, key: signed.key, body: signed.body),
                HubRecord(kind: .change, event: .sample, key: signed.key, body: signed.body),
            ]
            for sender in [organiser, others] {
                for record in forged {
                    #expect(try await upload([#require(record)], by: sender, to: store) == [.forbidden])
                }
            }
            // Its own lines as well, now that its key is known.
            let own = try HubRecord.signedChange(of: gate.id, by: BoxKey(), "gate")
            #expect(try await upload([own], by: EnrolledBox.sample(id: gate.id), to: store) == [.forbidden])
            let limited = try EnrolledBox.sample("east", events: [.sample])
            #expect(try await upload([signed], by: limited, to: store) == [.forbidden])
            #expect(try await upload([signed], by: others, to: store) == [.taken])
            #expect(try await upload([signed], by: organiser, to: store) == [.known])
        }
    }

    @Test("Nobody replaces the record of a box", arguments: StoreKind.allCases)
    func boxRecords(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (key, thief) = (try BoxKey(), try EnrolledBox.sample())
            let record = try HubRecord.box(key)
            let id = try #require(VersionedID(bytes: key.box.bytes))
            #expect(try await upload([record], by: thief, to: store) == [.taken])
            for body in ["junk", String(decoding: record.body, as: UTF8.self)] {
                let later = try #require(
                    HubRecord(
                        kind: .box, event: nil, key: .version(of: id, stamp: VersionStamp(hlc: 1, box: key.box)),
                        body: Array(body.utf8)))
                #expect(try await upload([later], by: thief, to: store) == [.forbidden])
            }
            let new = try BoxKey()
            let first = try #require(VersionedID(bytes: new.box.bytes))
            let junk = HubRecord(
                kind: .box, event: nil, key: .version(of: first, stamp: VersionStamp(hlc: 0, box: new.box)),
                body: record.body)
            #expect(try await upload([try #require(junk)], by: thief, to: store) == [.forbidden])
            // A box that a line needs may come with it.
            let line = try HubRecord.signedChange(of: new.box, by: new)
            #expect(try await upload([.box(new), line], by: thief, to: store) == [.taken, .taken])
        }
    }

    @Test(
        "The hub stores a membership that its root signed, and nothing in place of it but a later one of that root",
        arguments: StoreKind.allCases)
    func memberships(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (root, foreign) = (try MasterKey.random().rootKey(), try MasterKey.random().rootKey())
            let (thief, box) = (try EnrolledBox.sample("thief"), try BoxKey().publicKey)
            func record(
                _ signed: SignedMembership, at hlc: Int64? = nil, id: VersionedID? = nil
            ) throws -> HubRecord {
                let one = signed.membership
                let line = SignedRecord(.membership(one), signature: signed.signature)
                let stamp = VersionStamp(hlc: hlc ?? one.terms.serial, box: one.box)
                return try #require(
                    HubRecord(
                        kind: .membership, event: nil, key: .version(of: id ?? one.versionedID, stamp: stamp),
                        body: Array(try line.line())))
            }
            let first = try box.membership(serial: 5, of: root)
            #expect(try await upload([record(first)], by: thief, to: store) == [.taken])
            let forged = SignedMembership(
                try box.membership(.organiser, serial: 9, of: root).membership,
                signature: try foreign.sign(first.membership.terms))
            let other = try box.membership(.organiser, serial: 9, of: foreign)
            let displacing = try record(other, id: first.membership.versionedID)
            let late = try record(first, at: 9)
            #expect(
                try await upload([record(forged), displacing, late], by: thief, to: store) == [
                    .forbidden, .forbidden, .forbidden,
                ])
            // It says nothing about the boxes of another organiser.
            #expect(try await upload([record(other)], by: thief, to: store) == [.taken])
            let second = try box.membership(.desk, serial: 6, of: root)
            #expect(try await upload([record(second), record(first)], by: thief, to: store) == [.taken, .known])
        }
    }

    @Test(
        "A box of one event replaces nothing of another, changes no ticket of another, and no gate's box ends a key",
        arguments: StoreKind.allCases)
    func limits(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (mine, other) = (EventID.random(), EventID.random())
            let gate = try EnrolledBox.sample(events: [mine])
            let (free, service) = (try EnrolledBox.sample("free"), try EnrolledBox.sample("office", isRelay: true))
            let (ticket, own) = (VersionedID.random(), VersionedID.random())
            let lists = try [
                HubRecord.version(of: ticket, 1, by: service.id, event: other),
                .version(of: own, 1, by: service.id, event: mine),
            ]
            #expect(try await upload(lists, by: service, to: store) == [.taken, .taken])
            // What stands is of another event, whatever the new one says of itself.
            #expect(
                try await upload([.version(of: ticket, 9, by: gate.id, event: mine)], by: gate, to: store) == [
                    .forbidden
                ])
            let stamp = VersionStamp(hlc: 9, box: gate.id)
            let nobodys = HubRecord(kind: .ticket, event: nil, key: .version(of: .random(), stamp: stamp), body: [])
            #expect(try await upload([try #require(nobodys)], by: gate, to: store) == [.forbidden])
            for (target, result) in [(ticket, UploadResult.forbidden), (own, .taken)] {
                let chain = String(repeating: "A", count: 43)
                let line =
                    #"{"kind":"change","record":{"action":"block","actor":"a","at":1,"box":"\#(gate.id)","#
                    + #""chain":"\#(chain)","hlc":1,"seq":1,"status":"blocked","ticket":"\#(target)","was":"valid"}}"#
                let body = String(decoding: try HubRecord.chained(line).line(), as: UTF8.self)
                #expect(
                    try await upload([.line(.change, gate.id, 1, event: mine, body)], by: gate, to: store) == [result])
            }
            let key = try HubRecord.key(event: mine)
            #expect(try await upload([key], by: gate, to: store) == [.forbidden])
            #expect(try await upload([key], by: free, to: store) == [.forbidden])
            #expect(try await upload([key], by: service, to: store) == [.taken])
            let junk = try HubRecord.version(.key, of: .random(), 1, by: free.id, event: mine)
            let (root, forger) = (try MasterKey.random().rootKey(), try MasterKey.random().rootKey())
            let forged = try HubRecord.key(event: mine, of: root, signedBy: forger)
            #expect(try await upload([junk, forged], by: service, to: store) == [.forbidden, .forbidden])
            let signed = try HubRecord.key(event: mine, of: root, signedBy: root)
            #expect(try await upload([signed], by: service, to: store) == [.taken])
        }
    }

    @Test("Pages hold 500 records and say when there are more", arguments: StoreKind.allCases)
    func pages(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let box = try EnrolledBox.sample()
            let records = try (1...1203).map { try HubRecord.scan(box.id, $0) }
            #expect(Set(try await upload(records, by: box, to: store)) == [.taken])
            var (rev, read, sizes): (Int64, [HubRecord], [Int]) = (0, [], [])
            var hasMore = true
            while hasMore {
                let page = try await store.records(after: rev)
                read += page.records.map(\.record)
                sizes.append(page.records.count)
                (rev, hasMore) = (page.end.rev, page.hasMore)
            }
            #expect(read == records)
            #expect(sizes == [500, 500, 203])
        }
    }

    @Test("A transaction that fails leaves nothing, not even a revision", arguments: StoreKind.allCases)
    func rollback(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            struct Stop: Error {}
            let box = try EnrolledBox.sample()
            let before = try await store.newest()
            let error = await thrown {
                try await store.database.write { session in
                    try session.run("UPDATE meta SET rev = rev + 5")
                    try session.run(
                        "INSERT INTO have (kind, box, seq, chain, is_end, rev) VALUES ('scan', $1, 4, $1, 1, 0)",
                        [box.id.sql])
                    throw Stop()
                }
            }
            #expect(error is Stop)
            #expect(try await store.newest() == before)
            #expect(try await store.logState().ends.isEmpty)
        }
    }

    @Test("What a database refuses is an error with its code and without its values", arguments: StoreKind.allCases)
    func refusal(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let error = await thrown {
                try await store.database.write { session in
                    let row: [SQLValue] = [.text("scan"), BoxID.random().sql, .integer(1)]
                    try session.run(
                        "INSERT INTO have (kind, box, seq, chain, is_end, rev) VALUES ($1, $2, $3, $2, 1, 0)", row)
                    try session.run(
                        "INSERT INTO have (kind, box, seq, chain, is_end, rev) VALUES ($1, $2, $3, $2, 1, 0)", row)
                }
            }
            guard case .database(_, let code)? = error as? HubError else { throw try #require(error) }
            #expect(code == (kind == .sqlite ? "1555" : "23505"))
            #expect(try await store.logState().ends.isEmpty)
        }
    }

    private static let insertion =
        "INSERT INTO have (kind, box, seq, chain, is_end, rev) VALUES ('scan', $1, $2, $1, 1, 0)"

    @Test("Any number of statements run in order, and each answer is that of its own", arguments: StoreKind.allCases)
    func manyStatements(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let numbers = Array(1...1203 as ClosedRange<Int64>)
            try await store.database.write { session in
                try session.run(Self.insertion, each: numbers.map { [.bytes([1]), .integer($0)] })
                let rows = try session.rows("SELECT seq FROM have WHERE seq = $1", each: numbers.map { [.integer($0)] })
                #expect(rows == numbers.map { [SQLRow(values: [.integer($0)])] })
                // More texts than a server is to keep, twice each.
                for number in numbers.prefix(700).flatMap({ [$0, $0] }) {
                    let row = try session.row("SELECT seq FROM have WHERE seq = \(number)")
                    #expect(try row?.integer(0) == number)
                }
                #expect(try session.rows("SELECT seq FROM have", each: []).isEmpty)
                guard kind == .postgreSQL else { return }
                let kept = try session.row("SELECT count(*) FROM pg_prepared_statements")
                #expect(try kept?.integer(0) ?? .max <= 300)
            }
        }
    }

    @Test(
        "A statement that nobody waits for fails the transaction, and only this one",
        arguments: StoreKind.allCases, [false, true])
    func lateFailure(_ kind: StoreKind, isIgnored: Bool) async throws {
        try await kind.withStore { store in
            let question = "SELECT count(*) FROM have WHERE rev = 0"
            let error = await thrown {
                try await store.database.write { session in
                    let twice = [[SQLValue]](repeating: [.bytes([1]), .integer(1)], count: 2)
                    try session.run(Self.insertion, each: twice)
                    guard isIgnored else {
                        _ = try session.row(question)
                        return
                    }
                    _ = try? session.row(question)
                }
            }
            guard case .database(_, let code)? = error as? HubError else { throw try #require(error) }
            #expect(code == (kind == .sqlite ? "1555" : "23505"))
            let count = try await store.database.write { session in
                try session.run(Self.insertion, [.bytes([1]), .integer(1)])
                return try session.row(question)?.integer(0)
            }
            #expect(count == 1)
        }
    }

    @Test("A plan that PostgreSQL keeps from when a table was empty does for a full one")
    func plans() async throws {
        try await StoreKind.postgreSQL.withStore { store in
            let statement = "SELECT number FROM claim WHERE ticket = $1 AND zone = $2"
            let plan = try await store.database.write { session in
                // Of a table that nobody has analysed, PostgreSQL does not know that it is empty.
                try session.run("ANALYZE claim")
                for number in 1...10 as ClosedRange<UInt8> {
                    _ = try session.row(statement, [.bytes([number]), .text("main")])
                }
                let kept = try session.row(
                    "SELECT name, generic_plans FROM pg_prepared_statements WHERE statement = $1", [.text(statement)])
                #expect(try kept?.integer(1) ?? 0 > 0)
                let name = try kept?.text(0) ?? ""
                return try session.row("EXPLAIN EXECUTE \(name)('\\x01', 'main')")?.text(0) ?? ""
            }
            #expect(plan.hasPrefix("Index Scan using claim_pkey"), "\(plan)")
            let custom = try await store.database.read { session in
                for _ in 1...10 { _ = try session.row(statement, [.bytes([1]), .text("main")]) }
                return try session.row(
                    "SELECT generic_plans FROM pg_prepared_statements WHERE statement = $1", [.text(statement)])
            }
            #expect(try custom?.integer(0) == 0)
        }
    }

    @Test("Every value comes back as it went in", arguments: StoreKind.allCases)
    func values(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let hostile = "'; DROP TABLE meta; -- \u{0}é\u{1F3AB}".replacing("\u{0}", with: "")
            let numbers: [Int64] = [.min, -1, 0, 1, .max]
            for (index, number) in numbers.enumerated() {
                try await store.database.write { session in
                    try session.run(
                        "INSERT INTO have (kind, box, seq, chain, is_end, rev) VALUES ($1, $2, $3, $2, 1, 0)",
                        [.text(hostile + "\(index)"), .bytes([0, 255, 0, UInt8(index)]), .integer(number)]
                    )
                }
            }
            let rows = try await store.database.read { try $0.rows("SELECT kind, box, seq FROM have ORDER BY seq", []) }
            #expect(rows.map(\.values[2]) == numbers.map(SQLValue.integer))
            #expect(rows.map(\.values[0]) == numbers.indices.map { .text(hostile + "\($0)") })
            #expect(rows.map(\.values[1]) == numbers.indices.map { .bytes([0, 255, 0, UInt8($0)]) })
        }
    }

    @Test("A database opens again with all it had, and one of another version does not", arguments: StoreKind.allCases)
    func reopening(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let box = try EnrolledBox.sample()
            let store = try await kind.open(place)
            _ = try await upload([.scan(box.id, 1)], by: box, to: store)
            let again = try await kind.open(place)
            #expect(try await again.newest() == store.newest())
            #expect(try await again.records(after: 0).records.count == 1)
            try await again.database.write { try $0.run("UPDATE meta SET version = 99") }
            #expect(await thrown { try await kind.open(place) } as? HubError == .otherVersion)
        }
    }

    @Test("A hub that is halted within a transaction keeps the other hubs waiting only for moments")
    func haltedHub() async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let halted = try await StoreKind.postgreSQL.open(place)
            let other = try await StoreKind.postgreSQL.open(place)
            let turns = Mutex(0)
            let isOver = DispatchSemaphore(value: 0)
            let (locked, lock) = AsyncStream<Void>.makeStream()
            async let end: Void = halted.database.write { session in
                try session.lock(revisions: 1)
                let turn = turns.withLock { count in
                    count += 1
                    return count
                }
                guard turn == 1 else { return }
                lock.finish()
                isOver.wait()
            }
            for await _ in locked {}
            let failure = await thrown {
                try await other.database.write { session in
                    try session.run("SET LOCAL lock_timeout = 15000")
                    try session.lock(revisions: 1)
                }
            }
            isOver.signal()
            #expect(failure == nil)
            // What was interrupted is repeated.
            try await end
            #expect(try await other.newest().rev == 2)
        }
    }
}
