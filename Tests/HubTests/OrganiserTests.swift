// The organiser's place at the hub, on both databases.

import Accounts
import Admission
import Attendance
import Glibc
import HTTPSupport
import HTTPTypes
import Ledger
import Logging
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

@Suite(.postgreSQL) struct OrganiserTests {
    /// A hub's store with an organiser's ledger, and a box that shares with it as a hub's own ledger does.
    struct Scene {
        let service: HubService
        let desk: OrganiserDashboard
        let door: TestDoor
        let clock: TestClock

        /// Brings the door's ledger and the hub together.
        func share() async throws {
            let now = clock.now
            let box = try await door.ledger.ownBox().id
            let transport = HubSyncTransport(within: LocalHubClient(service: service, box: box))
            _ = try await SyncSession(
                door.ledger, signedBy: door.ledger.testKey, over: transport, now: { Timestamp(milliseconds: now) }
            ).run()
        }

        /// Shows a ticket at the door.
        func show(_ ticket: SignedTicket) async throws {
            let desk = AdmissionDesk(
                verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
                event: door.event,
                gate: .main
            )
            _ = try await desk.decide(ticket.code, on: Timestamp(milliseconds: clock.now))
        }

        func version(of ticket: TicketID) async throws -> TicketVersion {
            try #require(TicketVersion(try await desk.ticket(ticket)?.version ?? ""))
        }

        func state() async throws -> LiveState {
            await desk.refresh()
            return try await desk.state(of: door.event.id.description).state
        }
    }

    static func open(_ kind: StoreKind = .sqlite, _ body: (Scene) async throws -> Void) async throws {
        try await kind.withStore { store in
            try await withTemporaryFolder { folder in
                let clock = TestClock()
                let service = try await HubService(store: store, now: { clock.now })
                try #require(mkdir(folder + "/door", 0o700) == 0)
                let door = try await TestDoor(in: folder + "/door")
                let ledger = try Ledger(creating: folder + "/hub.sqlite", boxName: "hub")
                let key = try await ledger.testKey
                let desk = try OrganiserDashboard(
                    service: service, ledger: ledger, key: key,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                )
                let own = try await door.ledger.ownBox()
                try await service.store.settle(
                    own.id, name: own.name, publicKey: try BoxKey().publicKey, now: clock.now)
                // Nobody runs the services of the office here, so its journal is run beside.
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await service.journal.run() }
                    do {
                        try await body(Scene(service: service, desk: desk, door: door, clock: clock))
                    } catch { Issue.record(error) }
                    group.cancelAll()
                }
            }
        }
    }

    @Test("A hub that is not a member refuses what no gate would hear of, and does it once it is one")
    func notMember() async throws {
        try await Self.open { scene in
            let ticket = try await scene.door.issue().ticket.id
            try await scene.share()
            let (event, root, ledger) = (scene.door.event.id, try MasterKey.random().rootKey(), await scene.desk.ledger)
            await scene.desk.refresh()
            func block() async throws -> OrganiserTicket? {
                let version = try await scene.version(of: ticket)
                return try await scene.desk.perform(.block, on: ticket, seen: version, by: "amina", why: "lost")
            }
            #expect(try await ledger.unheardOwner() == nil)
            let now = await scene.desk.moment
            try await ledger.pin(Root(root.publicKey))
            let sentence = try #require(try await ledger.unheardOwner()).description
            #expect(sentence.contains("doorcheck box admit"))
            func isRefused(_ action: () async throws -> Void) async -> Bool {
                let problem = await thrown { try await action() } as? ProblemResponse
                return problem?.status == .conflict && problem?.detail == sentence
            }
            #expect(await isRefused { _ = try await block() })
            #expect(await isRefused { try await scene.desk.send("Go", to: event, gate: "", minutes: 5, by: "amina") })
            #expect(await isRefused { try await scene.desk.close(event, true, by: "amina") })
            #expect(try await ledger.ticket(ticket)?.status == .valid)
            #expect(try await ledger.messages(of: event, on: now).isEmpty)
            try await ledger.add(ledger.testKey.publicKey.membership(.organiser, of: root))
            #expect(try await ledger.unheardOwner() == nil)
            #expect(try await block()?.status == "blocked")
        }
    }

    @Test(
        "The hub turns away whom root has revoked, whatever its database says, and lets in whose revocation was undone",
        arguments: StoreKind.allCases)
    func revocations(kind: StoreKind) async throws {
        try await Self.open(kind) { scene in
            let root = try MasterKey.random().rootKey()
            let ledger = await scene.desk.ledger
            let key = try await scene.door.ledger.testKey.publicKey
            func isOpen() async throws -> Bool? {
                await scene.desk.refresh()
                return try await scene.service.boxes().first { $0.id == key.box }.map { $0.revoked == nil }
            }
            try await ledger.pin(Root(root.publicKey))
            _ = try await ledger.add(key.membership(.gate, of: root))
            #expect(try await isOpen() == true)
            let revocation = try await ledger.revocation(of: key.box, since: await scene.desk.moment)
            _ = try await ledger.add(key.membership(MemberRights(.gate), serial: 2, revoked: revocation, of: root))
            #expect(try await isOpen() == false)
            scene.clock.advance(by: 1000)
            _ = try await ledger.add(key.membership(.gate, serial: scene.clock.now << 16, of: root))
            #expect(try await isOpen() == true)
            // Whom the hub's operator shuts out stays out.
            scene.clock.advance(by: 1000)
            _ = try await scene.service.revoke(key.box.description)
            #expect(try await isOpen() == false)
        }
    }

    @Test("What a box shares is on the page, and counted once however often it is read", arguments: StoreKind.allCases)
    func arrivals(kind: StoreKind) async throws {
        try await Self.open(kind) { scene in
            let tickets = try await [scene.door.issue(), scene.door.issue(), scene.door.issue()]
            for ticket in tickets + [tickets[0]] { try await scene.show(ticket) }
            try await scene.share()
            _ = try await scene.state()
            let state = try await scene.state()
            #expect(state.events.map(\.name) == [scene.door.event.name])
            #expect(state.arrivals.reduce(0) { $0 + $1.people } == 3)
            #expect((state.arrived, state.expected) == (3, 3))
            #expect(state.refusals == [LiveState.Refused(reason: "already-used", refused: 1, asked: 0)])
            #expect(state.zones.map(\.inside) == [3])
            #expect(state.boxes.map(\.state).sorted() == ["enrolled", "hub"])
            #expect(state.trouble == nil)
            let version = try await scene.desk.state(of: "").version
            #expect(try await scene.desk.state(of: "").version == version)
        }
    }

    @Test(
        "Claims are deleted when they and the end of their event are thirty days old, and no others",
        arguments: StoreKind.allCases)
    func expiredClaims(kind: StoreKind) async throws {
        try await Self.open(kind) { scene in
            let day: Int64 = 86_400_000
            var events: [EventID] = []
            for (slug, days) in [("old", 31), ("recent", 29), ("endless", nil)] as [(String, Int64?)] {
                let closes = days.map { Timestamp(milliseconds: scene.clock.now - $0 * day) }
                let event = Event(slug: slug, name: slug, closes: closes)
                try await scene.desk.ledger.add(event, gates: [.main])
                events.append(event.id)
            }
            let now = scene.clock.now
            for event in events {
                try await scene.service.store.database.write { session in
                    for number in 1...600 {
                        // One is of today: some tickets are valid for longer than their event.
                        let at = number == 600 ? now : 1
                        try session.run(
                            """
                            INSERT INTO claim (ticket, zone, ordinal, box, number, event, gate, kind, at_ms, hlc)
                            VALUES ($1, 'main', 1, $2, $3, $2, 'main', 'entry', $4, 1)
                            """,
                            [TicketID.random().sql, event.sql, .integer(Int64(number)), .integer(at)])
                    }
                }
            }
            func counts() async throws -> [Int64] {
                try await scene.service.store.database.read { [events] session in
                    try events.map {
                        try session.row("SELECT count(*) FROM claim WHERE event = $1", [$0.sql])?.integer(0) ?? -1
                    }
                }
            }
            try await scene.desk.deleteExpiredClaims()
            #expect(try await counts() == [1, 600, 600])
            scene.clock.advance(by: 2 * day)
            try await scene.desk.deleteExpiredClaims()
            #expect(try await counts() == [1, 1, 600])
        }
    }

    @Test("A block and a message of the organiser's are at the box after its next sync", arguments: StoreKind.allCases)
    func doing(kind: StoreKind) async throws {
        try await Self.open(kind) { scene in
            let ticket = try await scene.door.issue()
            let (id, event) = (ticket.ticket.id, scene.door.event.id)
            try await scene.share()
            _ = try await scene.state()
            // As a barcode scanner types it.
            let found = try await scene.desk.tickets(matching: " \(id.description.uppercased())\r\n")
            #expect(found.map(\.id) == [id.description])
            let version = try await scene.version(of: id)
            let blocked = try await scene.desk.perform(.block, on: id, seen: version, by: "amina", why: "stolen")
            #expect(blocked?.status == "blocked")
            #expect(blocked?.history?.map(\.by) == ["amina"])
            try await scene.desk.send("Let the band in", to: event, gate: "", minutes: 30, by: "amina")
            try await scene.share()
            #expect(try await scene.door.ledger.ticket(id)?.status == .blocked)
            let now = Timestamp(milliseconds: scene.clock.now)
            let messages = try await scene.door.ledger.messages(of: event, at: .main, on: now)
            #expect(messages.map(\.text) == ["Let the band in"])
            let message = try #require(messages.first)
            #expect(try await scene.door.ledger.dismiss(message.id, by: "joel", on: now))
            #expect(try await scene.door.ledger.messages(of: event, at: .main, on: now).isEmpty)
            try await scene.share()
            #expect(try await scene.door.ledger.messages(of: event, at: .main, on: now).isEmpty)
            #expect(try await scene.state().messages.map(\.text) == ["Let the band in"])
            // The same request again, and what was seen before the block, do nothing.
            for action in [OrganiserAction.block, .restore, .revoke] {
                await #expect(throws: LedgerError.self) {
                    try await scene.desk.perform(action, on: id, seen: version, by: "joel", why: "found")
                }
            }
            #expect(try await scene.desk.ticket(id)?.history?.count == 1)
            let later = try await scene.version(of: id)
            #expect(blocked?.version == later.description)
            _ = try await scene.desk.perform(.restore, on: id, seen: later, by: "amina", why: "found")
            try await scene.share()
            #expect(try await scene.door.ledger.ticket(id)?.status == .valid)
        }
    }

    @Test("A record that no ledger writes is left out, and what others share goes on")
    func spoiled() async throws {
        try await Self.open { scene in
            let ticket = try await scene.door.issue()
            let spoiled = try [RecordKind.key, .message, .ticket].map {
                try HubRecord.version($0, of: .random(), 1, by: .random(), event: scene.door.event.id)
            }
            _ = try await scene.service.take(spoiled, from: .sample())
            try await scene.share()
            let state = try await scene.state()
            #expect(state.trouble == nil && state.tickets == 1)
            #expect(try await scene.desk.ticket(ticket.ticket.id) != nil)
        }
    }

    @Test("What the organiser did is done, also where the hub cannot hand it on at once")
    func doneAllTheSame() async throws {
        try await Self.open { scene in
            let id = try await scene.door.issue().ticket.id
            try await scene.share()
            _ = try await scene.state()
            try await scene.service.store.database.write { try $0.run("ALTER TABLE record RENAME TO gone") }
            let version = try await scene.version(of: id)
            let blocked = try await scene.desk.perform(.block, on: id, seen: version, by: "amina", why: "lost")
            #expect(blocked?.status == "blocked")
            #expect(try await scene.desk.state(of: scene.door.event.id.description).state.trouble != nil)
            try await scene.service.store.database.write { try $0.run("ALTER TABLE gone RENAME TO record") }
            #expect(try await scene.state().trouble == nil)
            try await scene.share()
            #expect(try await scene.door.ledger.ticket(id)?.status == .blocked)
        }
    }

    @Test("A message is for its gate, for its time, and of one line")
    func messages() async throws {
        try await Self.open { scene in
            let (event, now) = (scene.door.event.id, scene.clock.now)
            try await scene.share()
            _ = try await scene.state()
            let refused = await thrown {
                try await scene.desk.send("x", to: event, gate: "nowhere", minutes: 1, by: "a")
            }
            #expect(refused is LedgerError)
            for text in ["", "two\nlines", "a\u{0}b", "\u{1b}[2J", String(repeating: "a", count: 201)] {
                let error = await thrown { try await scene.desk.send(text, to: event, gate: "", minutes: 1, by: "a") }
                #expect(error is LedgerError)
            }
            try await scene.desk.send("for main", to: event, gate: "main", minutes: 1, by: "a")
            try await scene.share()
            let ledger = scene.door.ledger
            func read(_ gate: String, after milliseconds: Int64) async throws -> Int {
                let gate = try #require(GateName(gate))
                return try await ledger.messages(of: event, at: gate, on: Timestamp(milliseconds: now + milliseconds))
                    .count
            }
            #expect(try await read("main", after: 0) == 1)
            #expect(try await read("other", after: 0) == 0)
            #expect(try await read("main", after: 60_001) == 0)
        }
    }

    @Test("Only the newest token opens a session, and a few wrong ones end the tries")
    func tokens() async throws {
        try await StoreKind.sqlite.withStore { store in
            let clock = TestClock()
            let sessions = OrganiserSessions(store: store, now: { clock.now }, key: try BoxKey())
            func open(_ password: String, from network: String = "y") async throws -> OrganiserSessions.Entrance {
                try await sessions.open(name: try AccountName("amina"), password: password, from: network)
            }
            #expect(try await open("\(OrganiserToken())", from: "x") == .wrong)
            let (first, second) = (OrganiserToken(), OrganiserToken())
            try await store.set(first, now: 1)
            guard case .opened(let secret, nil) = try await open("\(first)") else {
                Issue.record("the token opens nothing")
                return
            }
            let session = try #require(try await sessions.session(of: secret))
            #expect(session.name == "amina" && session.role == .organiser && session.scope == .all)
            #expect(try await sessions.session(of: secret + "x") == nil)
            try await store.set(second, now: 2)
            #expect(try await sessions.session(of: secret) == nil)
            #expect(try await open("\(first)") == .wrong)
            for _ in 2...LoginLimiter.ofOne { #expect(try await open("guess") == .wrong) }
            #expect(try await open("guess") == .tooManyTries)
            #expect(try await open("guess", from: "z") == .wrong)
            // Nobody keeps the organiser out by guessing, also where all have one address.
            let own = try await open("\(second)")
            guard case .opened = own else { Issue.record("the token opens nothing: \(own)"); return }
            let row = try await store.database.read { try $0.rows("SELECT hash FROM organiser", []) }
            #expect(try row.map { try $0.bytes(0) } == [second.hash])
            try await store.removeToken()
            #expect(try await open("\(second)", from: "z") == .wrong)
        }
    }
}
