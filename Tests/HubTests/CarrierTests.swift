// Ledgers that share through a hub.

import Admission
import GRDB
import Glibc
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger

struct CarrierTests {
    private let now = Timestamp(milliseconds: 1_795_000_000_000)

    private func sync(_ ledger: Ledger, _ member: ServedHub.Member, _ hub: ServedHub) async throws
        -> SyncSession.Outcome
    {
        let transport = HubSyncTransport(over: member.connection, to: hub.address)
        return try await SyncSession(ledger, signedBy: member.key, over: transport, now: { now }).run()
    }

    /// Has a ledger's own box join.
    private func join(_ ledger: Ledger, _ hub: ServedHub, isRelay: Bool = false) async throws -> ServedHub.Member {
        let (box, code) = (try await ledger.ownBox(), EnrolmentCode())
        let invitation = Invitation(name: box.name, isRelay: isRelay)
        try await hub.store.invite(invitation, code: code.key().publicKey, expiry: hub.clock.now + 60_000)
        let key = try await ledger.testKey
        _ = try await hub.join(hub.invitation(code), as: box.id, key: key)
        return ServedHub.Member(id: box.id, key: key, hub: hub)
    }

    @Test("Two ledgers have the same through a hub, and a third that comes later too")
    func sharing() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                try #require(mkdir(folder + "/1", 0o700) == 0)
                let door = try await TestDoor(in: folder + "/1")
                for _ in 1...3 { _ = try await door.issue() }
                let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
                let east = try Ledger(creating: folder + "/east.sqlite", boxName: "east-1")
                let (first, second) = (try await join(door.ledger, hub, isRelay: true), try await join(south, hub))
                let sent = try await sync(door.ledger, first, hub)
                #expect(sent.sent > 0)
                let received = try await sync(south, second, hub)
                #expect(received.received.new[.ticket] == 3)
                #expect(try await south.events().map(\.slug) == ["night"])
                #expect(try await south.gates(of: door.event.id) == [.main])
                // A change of the event moves it behind its key and all that refers to it.
                try await door.ledger.add(KeyRecord(keyID: door.key.keyID, event: door.event.id, epoch: 1))
                _ = try await sync(door.ledger, first, hub)
                try await door.ledger.update(door.event, zones: [Zone(name: .main, capacity: 5, whenFull: .ask)])
                _ = try await door.issue()
                _ = try await sync(door.ledger, first, hub)
                let third = try await join(east, hub)
                let all = try await sync(east, third, hub)
                #expect(all.received.new[.ticket] == 4)
                #expect(all.received.new[.key] == 1)
                let again = try await sync(east, third, hub)
                #expect(again.received.new.isEmpty)
                // The first learns of the boxes that joined, and tells them on once.
                for _ in 1...2 { _ = try await sync(door.ledger, first, hub) }
                let idle = try await sync(door.ledger, first, hub)
                #expect(idle.sent == 0)
            }
        }
    }

    @Test("A sync tells a box how far its clock is from the hub's, unless the answers take too long to tell")
    func clockOffset() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                let ledger = try Ledger(creating: folder + "/north.sqlite", boxName: "north-1")
                let member = try await join(ledger, hub)
                let (clock, start) = (hub.clock, ContinuousClock.now)
                let ticks = Mutex(0)
                for (tick, ahead, expected) in [(2000, 5000, nil), (0, 90_000, -90_000), (400, 60_000, -59_800)]
                    as [(Int, Int64, Int64?)]
                {
                    let connection = HubConnection(
                        to: hub.address, as: member.id, key: member.key, hub: hub.fingerprint,
                        now: { clock.now + ahead }, within: ServedHub.patience,
                        elapsed: {
                            // Between any two looks at the clock, the same time passes.
                            start
                                + .milliseconds(
                                    ticks.withLock { ticks in
                                        ticks += tick
                                        return ticks
                                    })
                        }, pause: { _ in }, over: { CurlTransport(address: hub.address) })
                    let transport = HubSyncTransport(over: connection, to: hub.address)
                    _ = try await SyncSession(ledger, signedBy: member.key, over: transport, now: { now }).run()
                    #expect(try await ledger.read { try LogHead(in: $0).offset } == expected)
                }
            }
        }
    }

    @Test("Two copies of a box do not send their lists anew after each other's syncs")
    func copies() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                for _ in 1...3 { _ = try await door.issue() }
                let member = try await join(door.ledger, hub, isRelay: true)
                let backup = folder + "/backup.sqlite"
                _ = try await door.ledger.backup(to: backup)
                let copy = try Ledger(opening: backup, for: .writing)
                let transport = HubSyncTransport(over: member.connection, to: hub.address)
                func sync(_ ledger: Ledger) async throws -> Int {
                    try await SyncSession(ledger, signedBy: member.key, over: transport, now: { now }).run().sent
                }
                for ledger in [door.ledger, copy, door.ledger, copy] { _ = try await sync(ledger) }
                #expect(try await [sync(door.ledger), sync(copy), sync(door.ledger)] == [0, 0, 0])
                let late = try await door.issue().ticket.id
                #expect(try await sync(door.ledger) == 1)
                _ = try await sync(copy)
                #expect(try await copy.ticket(late) != nil)
            }
        }
    }

    @Test("Who has just entered elsewhere leaves, and who has just left elsewhere enters, although clocks differ")
    func comingAndGoing() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                try #require(mkdir(folder + "/1", 0o700) == 0)
                let event = Event(slug: "night", name: "Summer Night", reentry: .afterExit)
                let door = try await TestDoor(in: folder + "/1", event: event)
                let out = try #require(GateName("out"))
                try await door.ledger.update(event, gates: [GateSettings(name: out, direction: .exit)])
                let offsets: [Int64] = [0, -30_000, 30_000]
                let codes = try await offsets.mapInOrder { _ in try await door.issue().code }
                let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
                let members = try await [door.ledger, south].mapInOrder {
                    ($0, try await join($0, hub, isRelay: $0.path == door.ledger.path))
                }
                for (ledger, member) in members { _ = try await sync(ledger, member, hub) }
                func desk(_ index: Int, at gate: GateName) async throws -> AdmissionDesk {
                    let (ledger, member) = members[index]
                    let claims = ClaimClient(over: member.connection, timeout: .seconds(600))
                    await claims.didSync()
                    return AdmissionDesk(
                        verifier: try door.verifier, ledger: ledger, box: try await ledger.ownBox(), event: event,
                        gate: gate, reshowInterval: AdmissionDesk.reshowIntervalAtDoor, claims: claims)
                }
                let (entrance, exit) = (try await desk(0, at: .main), try await desk(1, at: out))
                for (code, offset) in zip(codes, offsets) {
                    func moment(_ milliseconds: Int64) -> Timestamp {
                        Timestamp(milliseconds: now.milliseconds + milliseconds)
                    }
                    #expect(try await entrance.decide(code, on: moment(0)).outcome == .admitted(count: 1))
                    let left = try await exit.decide(code, on: moment(offset + 200))
                    #expect(left.outcome == .exited(count: 0) && left.use?.inside == 1)
                    #expect(try await entrance.decide(code, on: moment(400)).outcome == .readmitted(count: 1))
                    let again = try await exit.decide(code, on: moment(offset + 600))
                    #expect(again.outcome == .exited(count: 0) && again.use?.inside == 1)
                    #expect(try await entrance.decide(code, on: moment(800)).outcome == .readmitted(count: 1))
                    #expect(try await entrance.decide(code, on: moment(11_000)).reason == .alreadyUsed)
                }
                for _ in 1...2 { for (ledger, member) in members { _ = try await sync(ledger, member, hub) } }
                for (ledger, _) in members {
                    let inside = try await ledger.counts(of: event.id).inside
                    #expect(inside == [.main: 3])
                    #expect(try await ledger.verify().faults == [])
                }
            }
        }
    }

    @Test("When hub, office and a gate are lost at once, another gate brings home what they had")
    func broughtHome() async throws {
        try await withTemporaryFolder { folder in
            try #require(mkdir(folder + "/1", 0o700) == 0)
            let door = try await TestDoor(in: folder + "/1")
            let code = try await door.issue()
            let office = door.ledger
            let backup = folder + "/backup.sqlite"
            _ = try await office.backup(to: backup)
            let north = try Ledger(creating: folder + "/north.sqlite", boxName: "north")
            let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south")
            try await ServedHub.serve { hub in
                let members = try await [office, north, south].mapInOrder { ($0, try await join($0, hub)) }
                for _ in 1...2 { for (ledger, member) in members { _ = try await sync(ledger, member, hub) } }
                let staff = try Attribution(actor: "office")
                _ = try await office.change(.block, of: code.ticket.id, by: staff, on: now)
                let desk = AdmissionDesk(
                    verifier: try door.verifier, ledger: north, box: try await north.ownBox(), event: door.event,
                    gate: .main)
                _ = try await desk.decide(door.signUnlisted().code, on: now)
                for _ in 1...2 { for (ledger, member) in members { _ = try await sync(ledger, member, hub) } }
            }
            // A new disk for the hub, a backup for the office; north is gone.
            let restored = try Ledger(opening: backup, for: .writing)
            try await ServedHub.serve { hub in
                let members = try await [south, restored].mapInOrder { ($0, try await join($0, hub)) }
                for _ in 1...2 { for (ledger, member) in members { _ = try await sync(ledger, member, hub) } }
            }
            #expect(try await restored.ticket(code.ticket.id)?.status == .blocked)
            let gates = try await restored.verify().boxLogs.filter { $0.name == "north" }
            #expect(gates.map(\.scans) == [1])
            #expect(try await restored.verify().faults.isEmpty)
        }
    }

    @Test("Another box's scan with other text under its chain value and signature does not keep the scan itself away")
    func otherText() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                let office = try await join(door.ledger, hub, isRelay: true)
                _ = try await sync(door.ledger, office, hub)
                let desk = AdmissionDesk(
                    verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
                    event: door.event, gate: .main)
                for _ in 1...2 { _ = try await desk.decide(door.issue().code, on: now) }
                let nobody = VersionVector(
                    ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: [])
                let page = try await door.ledger.page(after: nobody, on: now, signedBy: office.key)
                let forged = try page.signed.compactMap { one -> SignedRecord? in
                    guard case .scan = one.record else { return nil }
                    let text = String(decoding: try one.record.line(), as: UTF8.self)
                        .replacing(#""gate":"main""#, with: #""gate":"side""#)
                    return SignedRecord(try SharedRecord(line: .init(text.utf8)), signature: one.signature)
                }
                #expect(forged.count == 2)
                let thief = try await join(
                    try Ledger(creating: folder + "/thief.sqlite", boxName: "thief"), hub)
                let transport = HubSyncTransport(over: thief.connection, to: hub.address)
                let own = try await door.ledger.versionVector(for: nil, on: now)
                _ = try await transport.send(SharedPage(start: nil, end: page.end, signed: forged), from: own)
                let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
                let second = try await join(south, hub)
                _ = try await sync(door.ledger, office, hub)
                #expect(try await sync(south, second, hub).received.new[.scan] == 2)
                #expect(try await south.counts(of: door.event.id).admitted == 2)
            }
        }
    }

    @Test("A sync ends although the hub takes nothing of what others wrote, and what the box wrote arrives")
    func refusedLines() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                let code = try await door.issue()
                let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south")
                let (first, second) = (try await join(door.ledger, hub), try await join(south, hub))
                let staff = try Attribution(actor: "desk")
                for number in 0..<1200 {
                    _ = try await door.ledger.change(
                        number.isMultiple(of: 2) ? .block : .restore, of: code.ticket.id, by: staff, on: now)
                }
                _ = try await sync(door.ledger, first, hub)
                _ = try await sync(south, second, hub)
                let north = try await door.ledger.ownBox().id
                try await hub.store.database.write { session in
                    try session.run("DELETE FROM record WHERE id = $1", [.bytes(north.bytes)])
                    try session.run("DELETE FROM have WHERE box = $1", [.bytes(north.bytes)])
                    return ()
                }
                _ = try await south.change(.block, of: code.ticket.id, by: staff, on: now)
                let outcome = try await sync(south, second, hub)
                #expect(outcome.sent < 3000)
                let ends = try await hub.store.logState().ends
                #expect(ends[LogID(kind: .change, box: try await south.ownBox().id)]?.count == 1)
            }
        }
    }

    @Test("A record that says something else inside than around it is left out by who reads it")
    func disguise() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                _ = try await door.issue()
                let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
                let (first, second) = (try await join(door.ledger, hub), try await join(south, hub))
                _ = try await sync(door.ledger, first, hub)
                let forger = try EnrolledBox.sample(events: [.sample])
                let id = TicketID.random()
                let line =
                    #"{"kind":"ticket","record":{"epoch":1,"event":"\#(door.event.id)","first":"valid","#
                    + #""id":"\#(id)","stamp":{"box":"\#(forger.id)","hlc":1},"user":"\#(UserID.random())"}}"#
                let shared = try WireRecord(SignedRecord(line: .init(line.utf8)))
                for event in [EventID.sample, door.event.id] {
                    let disguised = WireRecord(
                        kind: .ticket, event: event, box: shared.box, seq: nil, chain: nil, id: shared.id,
                        hlc: shared.hlc,
                        body: shared.body)
                    let record = try #require(disguised.record)
                    let sender = event == .sample ? forger : try .sample()
                    let result: UploadResult = event == .sample ? .taken : .forbidden
                    #expect(try await hub.service.take([record], from: sender) == [result])
                    _ = try await sync(south, second, hub)
                    #expect(try await south.ticket(id) == nil)
                }
            }
        }
    }

    @Test("An event that was changed comes before its key, also from a hub that was started since")
    func order() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                try #require(mkdir(folder + "/1", 0o700) == 0)
                let door = try await TestDoor(in: folder + "/1")
                let member = try await join(door.ledger, hub, isRelay: true)
                try await door.ledger.add(KeyRecord(keyID: door.key.keyID, event: door.event.id, epoch: 1))
                _ = try await sync(door.ledger, member, hub)
                try await door.ledger.update(door.event, zones: [Zone(name: .main, capacity: 5, whenFull: .ask)])
                _ = try await sync(door.ledger, member, hub)
                let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
                let box = try await join(south, hub).id
                // The first hub remembers both versions of the event; the tables have the later one, after the key.
                let service = try await HubService(store: hub.store, now: { 0 })
                let versionVector = try await south.versionVector(for: nil, on: now)
                let transport = HubSyncTransport(within: LocalHubClient(service: service, box: box))
                let page = try await transport.page(after: versionVector)
                #expect(page.records.map(\.kind).filter { $0 != .box } == [.event, .key])
            }
        }
    }

    @Test("A hub that was made anew gets everything again")
    func newHub() async throws {
        try await ServedHub.serve { hub in
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                _ = try await door.issue()
                let member = try await join(door.ledger, hub)
                _ = try await sync(door.ledger, member, hub)
                try await hub.store.database.write { session in
                    for table in ["record", "have"] { try session.run("DELETE FROM \(table)") }
                    try session.run("UPDATE box SET cursor = ''")
                    try session.run("UPDATE meta SET rev = 0")
                }
                try await hub.store.startEpoch()
                let sent = try await sync(door.ledger, member, hub)
                #expect(sent.sent > 0)
                #expect(try await hub.store.records(after: 0).records.count == sent.sent)
            }
        }
    }
}

extension Array {
    /// Transforms the elements one after another.
    fileprivate func mapInOrder<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
