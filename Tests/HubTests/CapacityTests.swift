// Zones with a capacity, whose places the hub gives out.

import Admission
import Glibc
import Logging
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol
@testable import Ledger

@Suite(.postgreSQL) struct CapacityTests {
    /// A hub with an organiser's ledger, and boxes at one zone.
    struct Venue {
        let service: HubService
        let office: OrganiserDashboard
        let door: TestDoor
        let boxes: [Box]
        let clock: TestClock
        static let out = GateName("out") ?? .main

        struct Box {
            let ledger: Ledger
            let key: BoxKey
            let line: Line
        }

        /// A gate's desk at a box, with the hub or without one.
        func desk(_ number: Int, _ gate: GateName = .main, withHub: Bool = true) async throws -> AdmissionDesk {
            let box = boxes[number]
            return AdmissionDesk(
                verifier: try door.verifier, ledger: box.ledger, box: try await box.ledger.ownBox(), event: door.event,
                gate: gate, claims: withHub ? box.line : nil)
        }

        func show(_ code: String, at number: Int, _ gate: GateName = .main) async throws -> Verdict {
            try await desk(number, gate).decide(code, on: Timestamp(milliseconds: clock.now))
        }

        /// Brings a box and the hub, and the hub and its ledger together.
        func sync(_ number: Int) async throws {
            let (box, now) = (boxes[number], clock.now)
            let transport = HubSyncTransport(within: LocalHubClient(service: service, box: box.key.box))
            _ = try await SyncSession(
                box.ledger, signedBy: box.key, over: transport, now: { Timestamp(milliseconds: now) }
            ).run()
            try await office.share()
        }

        func renew(_ number: Int) async throws {
            let box = boxes[number]
            _ = try await PlaceKeeper(ledger: box.ledger, asking: box.line)
                .renew(.main, of: door.event.id, on: Timestamp(milliseconds: clock.now))
        }

        func places(_ number: Int) async throws -> Int {
            try await boxes[number].ledger.placeShare(in: .main, of: door.event.id).places
        }

        func syncAll() async throws {
            for _ in 0..<2 { for number in boxes.indices { try await sync(number) } }
        }
    }

    /// What a box asks the hub over, which can be cut, lose answers, and deliver requests late.
    final class Line: ClaimAuthority {
        enum Fate { case works, losesRequest, losesAnswer, losesPlaces, keepsRequest }

        private let service: HubService
        private let zones: any ZoneRegister
        private let box: BoxID
        let fate = Mutex(Fate.works)
        private let late = Mutex<[Wire.PlaceRequest]>([])
        /// What happens once, while an answer is under way.
        let meanwhile = Mutex<(@Sendable () async throws -> Void)?>(nil)
        let questions = Atomic(0)

        init(_ service: HubService, _ zones: any ZoneRegister, _ box: BoxID) {
            (self.service, self.zones, self.box) = (service, zones, box)
        }

        var isInStep: Bool { true }

        func claim(_ request: Admission.ClaimRequest) async -> ClaimResult {
            guard fate.withLock({ $0 == .works }) else { return .alone }
            let wire = Wire.ClaimRequest(request, number: .random(in: 1 ... .max))
            guard let answer = try? await service.claim(wire, by: box) else { return .alone }
            let claims = answer.claims.map { claim in
                Claim(
                    sequenceNumber: Int(claim.ordinal), kind: claim.kind,
                    entry: Entry(
                        at: Timestamp(milliseconds: claim.at), gate: claim.gate, box: claim.box, boxName: claim.name),
                    number: claim.number, logicalTime: claim.hlc)
            }
            return answer.won ? .won(number: wire.number, others: claims) : .taken(claims)
        }

        func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]? { nil }

        func release(_ number: Int64) async { try? await service.release(number: number, by: box) }

        func places(_ share: PlaceShare, wanting wanted: Int?) async -> PlaceAnswer? {
            questions.wrappingAdd(1, ordering: .relaxed)
            let request = Wire.PlaceRequest(
                event: share.event, zone: share.zone.text, places: Int64(share.places), line: share.line,
                turn: share.turn, wanted: wanted.map(Int64.init))
            switch fate.withLock({ $0 }) {
            case .losesRequest: return nil
            case .keepsRequest:
                late.withLock { $0.append(request) }
                return nil
            case .losesAnswer:
                _ = try? await service.places(request, by: box, counting: zones)
                return nil
            case .losesPlaces:
                let answer = try? await service.places(request, by: box, counting: zones)
                guard let answer, (answer.places ?? 0) <= request.places else { return nil }
                return PlaceAnswer(
                    places: answer.places.map(Int.init), turn: answer.turn, isLater: answer.later == true)
            case .works:
                guard let answer = try? await service.places(request, by: box, counting: zones) else { return nil }
                try? await meanwhile.withLock { $0.take() }?()
                return PlaceAnswer(
                    places: answer.places.map(Int.init), turn: answer.turn, isLater: answer.later == true)
            }
        }

        /// Requests that were under way arrive, and nobody waits for the answers.
        func deliverLate() async {
            for request in late.withLock({ all in
                defer { all = [] }
                return all
            }) {
                _ = try? await service.places(request, by: box, counting: zones)
            }
        }
    }

    /// Opens a venue whose hub was started a while ago.
    private func open(
        _ kind: StoreKind = .sqlite,
        boxes count: Int,
        capacity: Int,
        tickets: Int,
        _ body: (Venue, [String], TestTime) async throws -> Void
    ) async throws {
        try await kind.withStore { store in
            try await withTemporaryFolder { folder in
                let (clock, time) = (TestClock(), TestTime())
                let service = try await HubService(store: store, now: { clock.now }, elapsed: { time.now })
                let event = Event(slug: "night", name: "Summer Night", reentry: .afterExit)
                let door = try await TestDoor(in: folder, event: event)
                try await door.ledger.update(
                    event, zones: [Zone(name: .main, capacity: capacity)],
                    gates: [GateSettings(name: Venue.out, direction: .exit)])
                let codes = try await (0..<tickets).asyncMap { _ in try await door.issue().code }
                let desk = try OrganiserDashboard(
                    service: service, ledger: door.ledger, key: try await door.ledger.testKey,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                var boxes: [Venue.Box] = []
                for number in 0..<count {
                    let ledger = try Ledger(creating: "\(folder)/box-\(number).sqlite", boxName: "box-\(number)")
                    let key = try await ledger.testKey
                    try await store.settle(
                        key.box, name: "box-\(number)", publicKey: key.publicKey, now: clock.now)
                    boxes.append(Venue.Box(ledger: ledger, key: key, line: Line(service, desk.zones, key.box)))
                }
                let venue = Venue(service: service, office: desk, door: door, boxes: boxes, clock: clock)
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await service.journal.run() }
                    do {
                        try await desk.share()
                        try await venue.syncAll()
                        time.advance(by: HubService.placePause)
                        try await body(venue, codes, time)
                    } catch { Issue.record(error) }
                    group.cancelAll()
                }
            }
        }
    }

    @Test(
        "With the hub, exactly as many people enter as there are places, however many gates let them in at once",
        arguments: StoreKind.allCases)
    func exact(kind: StoreKind) async throws {
        try await open(kind, boxes: 4, capacity: 25, tickets: 60) { venue, codes, _ in
            for number in venue.boxes.indices { try await venue.renew(number) }
            let reasons = try await withThrowingTaskGroup(of: Reason.self) { group in
                for (number, code) in codes.enumerated() {
                    group.addTask { try await venue.show(code, at: number % 4).reason }
                }
                return try await group.reduce(into: [Reason]()) { $0.append($1) }
            }
            #expect(reasons.count { $0 == .admitted } <= 25)
            try await venue.syncAll()
            for number in venue.boxes.indices { try await venue.renew(number) }
            var admitted = reasons.count { $0 == .admitted }
            for (number, code) in codes.enumerated() {
                let verdict = try await venue.show(code, at: number % 4)
                if verdict.reason == .admitted { admitted += 1 }
                #expect([.admitted, .alreadyUsed, .full].contains(verdict.reason))
                try await venue.sync(number % 4)
            }
            #expect(admitted == 25)
        }
    }

    @Test("Without the hub a gate uses its share of the places, and then asks staff")
    func outage() async throws {
        try await open(boxes: 2, capacity: 40, tickets: 40) { venue, codes, _ in
            for _ in 0..<2 { for number in 0..<2 { try await venue.renew(number) } }
            for number in 0..<2 { #expect(try await venue.places(number) == 10) }
            for box in venue.boxes { box.line.fate.withLock { $0 = .losesRequest } }
            var codes = codes[...]
            for number in 0..<2 {
                for _ in 0..<10 {
                    #expect(try await venue.show(codes.removeFirst(), at: number).reason == .admitted)
                }
                let next = try await venue.show(codes.removeFirst(), at: number)
                #expect(next.reason == .roomUnknown && next.answer == .ask)
            }
            // Once the hub is back, the rest enter.
            for box in venue.boxes { box.line.fate.withLock { $0 = .works } }
            try await venue.syncAll()
            #expect(try await venue.show(codes.removeFirst(), at: 0).reason == .admitted)
        }
    }

    @Test("A group that buys a ticket at a gate gets its places from the hub, and is not sold more than there are")
    func sales() async throws {
        try await open(boxes: 2, capacity: 8, tickets: 0) { venue, _, _ in
            let (event, key) = (venue.door.event.id, venue.door.key.keyID)
            for box in venue.boxes { try await box.ledger.add(KeyRecord(keyID: key, event: event, epoch: 1)) }
            for _ in 0..<2 { for number in 0..<2 { try await venue.renew(number) } }
            #expect(try await venue.places(0) == 2)
            func sell(_ people: Int, at number: Int) async throws -> [Reason] {
                let sale = DoorSale(name: "\(people)", tier: nil, holder: nil, people: people, isPaid: true)
                do {
                    _ = try await venue.desk(number).sell(
                        sale, at: .main, on: Timestamp(milliseconds: venue.clock.now),
                        by: Attribution(actor: "amina"))
                    return []
                } catch let objection as SaleObjection {
                    return objection.reasons
                }
            }
            #expect(try await sell(4, at: 0) == [])
            #expect(try await sell(5, at: 1) == [.full])
            for box in venue.boxes { box.line.fate.withLock { $0 = .losesRequest } }
            #expect(try await sell(3, at: 0) == [.roomUnknown])
            for number in 0..<2 {
                let counts = try await venue.boxes[number].ledger.counts(of: event)
                #expect(counts.admitted == [4, 0][number])
            }
        }
    }

    @Test("Whoever leaves makes room, as soon as the hub has heard of it")
    func exits() async throws {
        try await open(boxes: 2, capacity: 3, tickets: 5) { venue, codes, _ in
            for code in codes.prefix(3) { #expect(try await venue.show(code, at: 0).reason == .admitted) }
            #expect(try await venue.show(codes[3], at: 1).reason == .full)
            try await venue.syncAll()
            #expect(try await venue.show(codes[0], at: 1, Venue.out).reason == .exited)
            #expect(try await venue.show(codes[3], at: 0).reason == .full)
            try await venue.sync(1)
            #expect(try await venue.show(codes[3], at: 0).reason == .admitted)
            #expect(try await venue.show(codes[4], at: 1).reason == .full)
        }
    }

    @Test("Places that a gate hands back are there for others at once")
    func handingBack() async throws {
        try await open(boxes: 2, capacity: 40, tickets: 1) { venue, _, _ in
            try await venue.renew(0)
            #expect(try await venue.places(0) == 20)
            try await venue.renew(1)
            try await venue.renew(0)
            #expect(try await venue.places(0) == 10)
            let held = try await venue.service.store.database.read { session in
                try session.heldPlaces(in: "main", of: venue.door.event.id)
            }
            #expect(held.first { $0.box == venue.boxes[0].key.box }?.places == 10)
        }
    }

    @Test("A gate that closes hands back all its places, once the hub's ledger has its last entries")
    func closing() async throws {
        try await open(boxes: 2, capacity: 8, tickets: 8) { venue, codes, _ in
            for _ in 0..<2 { for number in 0..<2 { try await venue.renew(number) } }
            #expect(try await venue.show(codes[0], at: 0).reason == .admitted)
            let keeper = PlaceKeeper(ledger: venue.boxes[0].ledger, asking: venue.boxes[0].line)
            // The hub does not know yet how many of its places the gate has used.
            #expect(try await !keeper.handBack(.main, of: venue.door.event.id))
            #expect(try await venue.places(0) == 0)
            func held() async throws -> Int64? {
                try await venue.service.store.database.read { session in
                    try session.heldPlaces(in: "main", of: venue.door.event.id)
                        .first { $0.box == venue.boxes[0].key.box }?.places
                }
            }
            #expect(try await held() == 2)
            try await venue.sync(0)
            #expect(try await keeper.handBack(.main, of: venue.door.event.id))
            #expect(try await held() == 0)
            for code in codes.dropFirst() { #expect(try await venue.show(code, at: 1).reason == .admitted) }
            venue.boxes[0].line.fate.withLock { $0 = .losesRequest }
            #expect(try await !keeper.handBack(.main, of: venue.door.event.id))
        }
    }

    @Test("A gate that is idle hands places back to one that has guests")
    func rebalancing() async throws {
        try await open(boxes: 2, capacity: 40, tickets: 40) { venue, codes, _ in
            for _ in 0..<2 { for number in 0..<2 { try await venue.renew(number) } }
            var admitted = 0
            for code in codes {
                if try await venue.show(code, at: 0).reason == .admitted { admitted += 1 }
                try await venue.sync(0)
                for number in 0..<2 { try await venue.renew(number) }
            }
            #expect(admitted == 40)
        }
    }

    @Test("A hub that was started a moment ago gives out no places, and believes what boxes say as long as it fits")
    func beginning() async throws {
        try await open(boxes: 2, capacity: 40, tickets: 1) { venue, _, time in
            for _ in 0..<2 { for number in 0..<2 { try await venue.renew(number) } }
            #expect(try await venue.places(0) == 10)
            // Its database is from before.
            try await venue.service.store.database.write { try $0.run("DELETE FROM place") }
            let again = try await HubService(
                store: venue.service.store, now: { [clock = venue.clock] in clock.now }, elapsed: { time.now })
            let journal = Task { await again.journal.run() }
            defer { journal.cancel() }
            func say(_ places: Int64, _ box: Int, turn: Int64 = 0) async throws -> Wire.PlaceAnswer {
                let request = Wire.PlaceRequest(
                    event: venue.door.event.id, zone: "main", places: places, line: nil, turn: turn, wanted: 50)
                return try await again.places(
                    request, by: venue.boxes[box].key.box, counting: venue.office.zones)
            }
            #expect(try await say(10, 0) == Wire.PlaceAnswer(places: 10, turn: 0, later: true))
            #expect(try await say(1000, 1) == Wire.PlaceAnswer(places: 30, turn: 1))
            #expect(try await say(30, 1, turn: 1) == Wire.PlaceAnswer(places: 30, turn: 1))
            time.advance(by: HubService.placePause)
            // From now on nobody has more than he was given.
            #expect(try await say(500, 0) == Wire.PlaceAnswer(places: 10, turn: 1))
            let held = try await again.store.database.read { session in
                try session.heldPlaces(in: "main", of: venue.door.event.id)
            }
            #expect(held.map(\.places).sorted() == [10, 30])
        }
    }

    /// A hub that always gives the same number of places.
    private struct Giving: ClaimAuthority {
        var places = 0
        let isLater: Bool

        var isInStep: Bool { true }

        func claim(_ request: ClaimRequest) async -> ClaimResult { .won(number: 1, others: []) }

        func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]? { [] }

        func release(_ number: Int64) async {}

        func places(_ share: PlaceShare, wanting wanted: Int?) async -> PlaceAnswer? {
            PlaceAnswer(places: places, turn: share.turn, isLater: isLater)
        }
    }

    @Test("A guest is told that the zone is full only if the hub says so, and not while it gives out no places yet")
    func placesLater() async throws {
        try await open(boxes: 1, capacity: 40, tickets: 1) { venue, codes, _ in
            let box = venue.boxes[0]
            for (isLater, reason) in [(true, Reason.roomUnknown), (false, .full)] {
                let desk = AdmissionDesk(
                    verifier: try venue.door.verifier, ledger: box.ledger, box: try await box.ledger.ownBox(),
                    event: venue.door.event, gate: .main, claims: Giving(isLater: isLater))
                let verdict = try await desk.decide(codes[0], on: Timestamp(milliseconds: venue.clock.now))
                #expect(verdict.reason == reason)
            }
        }
    }

    @Test("A gate to which the hub's answers are lost does not say that the zone is full")
    func lostAnswers() async throws {
        try await open(boxes: 1, capacity: 8, tickets: 9) { venue, codes, _ in
            let line = venue.boxes[0].line
            line.fate.withLock { $0 = .losesPlaces }
            for code in codes { #expect(try await venue.show(code, at: 0).reason == .roomUnknown) }
            line.fate.withLock { $0 = .works }
            #expect(try await venue.show(codes[0], at: 0).reason == .roomUnknown)
            // Once the hub has the gate's scans, it knows that nobody has used the places.
            try await venue.sync(0)
            for code in codes.prefix(8) { #expect(try await venue.show(code, at: 0).reason == .admitted) }
            #expect(try await venue.show(codes[8], at: 0).reason == .full)
        }
    }

    @Test("A gate that opens again does not take the places that it meant to hand back for used")
    func closedInHaste() async throws {
        try await open(boxes: 1, capacity: 2, tickets: 3) { venue, codes, _ in
            let box = venue.boxes[0]
            for _ in 0..<2 { try await venue.renew(0) }
            try #require(try await venue.places(0) == 1)
            // It never arrives that the gate has handed all back.
            box.line.meanwhile.withLock { $0 = { box.line.fate.withLock { $0 = .losesRequest } } }
            let keeper = PlaceKeeper(ledger: box.ledger, asking: box.line)
            #expect(try await !keeper.handBack(.main, of: venue.door.event.id))
            #expect(try await venue.places(0) == 0)
            #expect(try await venue.show(codes[0], at: 0).reason == .roomUnknown)
            box.line.fate.withLock { $0 = .works }
            #expect(try await venue.show(codes[0], at: 0).reason == .admitted)
            #expect(try await venue.show(codes[1], at: 0).reason == .roomUnknown)
            try await venue.sync(0)
            #expect(try await venue.show(codes[1], at: 0).reason == .admitted)
            #expect(try await venue.show(codes[2], at: 0).reason == .full)
        }
    }

    @Test(
        "The zone is full only if the hub has given fewer places than are needed, and does not give more later",
        arguments: [
            (0, false, PlaceKeeper.Outcome.noMore), (2, false, .noMore), (2, true, .unknown), (3, true, .enough),
        ])
    func outcome(places: Int, isLater: Bool, expected: PlaceKeeper.Outcome) async throws {
        try await open(boxes: 1, capacity: 40, tickets: 0) { venue, _, _ in
            let hub = Giving(places: places, isLater: isLater)
            let outcome = try await PlaceKeeper(ledger: venue.boxes[0].ledger, asking: hub)
                .renew(.main, of: venue.door.event.id, least: 3, on: Timestamp(milliseconds: venue.clock.now))
            #expect(outcome == expected)
        }
    }

    @Test("A request for places that arrives late, or follows a lost answer, is told the number of the last answer")
    func lateRequest() async throws {
        try await open(boxes: 2, capacity: 40, tickets: 1) { venue, _, _ in
            func say(_ places: Int64, turn: Int64) async throws -> Wire.PlaceAnswer {
                let request = Wire.PlaceRequest(
                    event: venue.door.event.id, zone: "main", places: places, line: nil, turn: turn, wanted: 0)
                return try await venue.service.places(
                    request, by: venue.boxes[0].key.box, counting: venue.office.zones)
            }
            #expect(try await say(0, turn: 0) == Wire.PlaceAnswer(places: 20, turn: 1))
            // The box has 20 now; what it said before does not give them to others.
            #expect(try await say(0, turn: 0) == Wire.PlaceAnswer(places: nil, turn: 1))
            let held = try await venue.service.store.database.read { session in
                try session.heldPlaces(in: "main", of: venue.door.event.id)
            }
            #expect(held.map(\.places) == [20])
            #expect(try await say(20, turn: 1) == Wire.PlaceAnswer(places: 20, turn: 1))
        }
    }

    @Test("Entries that the ledger has use up places also while guests come faster than the ledger hears of them")
    func rush() {
        let (event, box) = (EventID.random(), BoxID.random())
        func division(entries: Int64) -> PlaceDivision {
            let count = ZoneCount(
                capacity: 100, inside: 10, lines: [box: .sample(10)], entries: [box: entries],
                ends: [box: .sample(20)])
            return PlaceDivision(others: [], count: count, isBeginning: false, now: 0)
        }
        func request(_ places: Int64, at line: Int64) -> Wire.PlaceRequest {
            Wire.PlaceRequest(event: event, zone: "main", places: places, line: .sample(line), turn: 1, wanted: 1)
        }
        // Of ten places after line 10, all are used by line 20; the box has gone on to line 25 since.
        let before = HeldPlaces(box: box, places: 10, turn: 1, line: .sample(10), heard: 0)
        let answer = division(entries: 10).answer(request(0, at: 25), before: before)
        #expect(answer.places == 45 && answer.believed.places == 45 && answer.believed.line == .sample(20))
        // What it said earlier arrives now: the same entries use nothing up again.
        let rest = HeldPlaces(box: box, places: 4, turn: 1, line: .sample(20), heard: 0)
        let late = division(entries: 0).answer(request(10, at: 10), before: rest)
        #expect(late.believed.line == .sample(20) && late.believed.places >= 4)
    }

    @Test("A request for places names a line from 1 with a chain of 8 bytes, or none")
    func requestLine() {
        func isValid(_ line: LogPoint?, zone: String = "main") -> Bool {
            Wire.PlaceRequest(event: .random(), zone: zone, places: 0, line: line, turn: 0, wanted: 0).isValid
        }
        #expect(isValid(nil) && isValid(.sample(1)))
        #expect(!isValid(.sample(0)) && !isValid(nil, zone: "the hall"))
        #expect(!isValid(LogPoint(seq: 1, chain: RecordBytes([1]))))
    }

    @Test("A box takes each answer about places once, whichever of its programs asked")
    func answerOnce() async throws {
        try await open(boxes: 1, capacity: 40, tickets: 1) { venue, _, _ in
            let (ledger, event) = (venue.boxes[0].ledger, venue.door.event.id)
            let told = try await ledger.placeShare(in: .main, of: event)
            #expect(try await ledger.take(places: 5, turn: 1, after: told))
            #expect(try await !ledger.take(places: 7, turn: 1, after: told))
            #expect(try await ledger.placeShare(in: .main, of: event).places == 5)
        }
    }

    @Test("A box that was revoked holds no places")
    func revoked() async throws {
        try await open(boxes: 2, capacity: 40, tickets: 1) { venue, _, _ in
            for _ in 0..<3 { for number in 0..<2 { try await venue.renew(number) } }
            #expect(try await venue.places(0) == 10)
            _ = try await venue.service.store.revoke(venue.boxes[1].key.box, now: venue.clock.now)
            try await venue.renew(0)
            #expect(try await venue.places(0) == 20)
        }
    }

    @Test("A ledger that goes on elsewhere, from a backup or a copy, has no places")
    func copied() async throws {
        try await open(boxes: 1, capacity: 40, tickets: 1) { venue, _, _ in
            try await venue.renew(0)
            #expect(try await venue.places(0) == 20)
            let copy = venue.boxes[0].ledger.path + ".copy"
            _ = try await venue.boxes[0].ledger.backup(to: copy)
            let other = try Ledger(opening: copy, for: .writing)
            #expect(try await other.placeShare(in: .main, of: venue.door.event.id).places == 0)
        }
    }

    // MARK: - Histories

    private static let histories = 10

    @Test("Never more people are inside than may be, whatever is lost, late, repeated or restarted")
    func histories() async throws {
        var random = SeededGenerator()
        for _ in 0..<Self.histories {
            let seed = random.next()
            try await history(seed: seed)
        }
    }

    private func history(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let (count, capacity) = (Int.random(in: 2...4, using: &random), Int.random(in: 3...20, using: &random))
        try await open(boxes: count, capacity: capacity, tickets: 60) { venue, codes, time in
            var (outside, inside) = (codes, [String]())
            for _ in 0..<120 {
                let number = Int.random(in: 0..<count, using: &random)
                let line = venue.boxes[number].line
                venue.clock.advance(by: Int64.random(in: 1...4000, using: &random))
                time.advance(by: .milliseconds(500))
                let isReached = line.fate.withLock { $0 == .works }
                switch Int.random(in: 0..<12, using: &random) {
                case 0...4:
                    guard let code = outside.randomElement(using: &random) else { continue }
                    guard try await venue.show(code, at: number).reason == .admitted else { continue }
                    outside.removeAll { $0 == code }
                    inside.append(code)
                case 5:
                    guard let code = inside.randomElement(using: &random) else { continue }
                    guard try await venue.show(code, at: number, Venue.out).answer == .admit else { continue }
                    inside.removeAll { $0 == code }
                case 6 where isReached: try await venue.sync(number)
                case 7, 8: try await venue.renew(number)
                case 9:
                    let fates: [Line.Fate] = [.works, .works, .losesRequest, .losesAnswer, .keepsRequest]
                    let fate = fates.randomElement(using: &random) ?? .works
                    line.fate.withLock { $0 = fate }
                case 10: await line.deliverLate()
                default: try await venue.office.share()
                }
                #expect(inside.count <= capacity, "DOORCHECK_SEED=\(seed)")
            }
            // Everything works again: as many enter as there are places, once gates without guests hand theirs back.
            venue.clock.advance(by: 10_000)
            for box in venue.boxes {
                await box.line.deliverLate()
                box.line.fate.withLock { $0 = .works }
            }
            try await venue.syncAll()
            for _ in 0..<3 { for number in 0..<count { try await venue.renew(number) } }
            for code in outside {
                guard try await venue.show(code, at: 0).reason == .admitted else { continue }
                inside.append(code)
                try await venue.sync(0)
                for number in 0..<count { try await venue.renew(number) }
            }
            #expect(inside.count == capacity, "DOORCHECK_SEED=\(seed)")
        }
    }
}

/// A monotonic clock that tests set.
final class TestTime: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
