// The box's side of the hub.

import Admission
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import Sync
import Synchronization
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct ClientTests {
    private static let hub = HubFingerprint("0000-0000-0000-0000-0000-0000-0000-0001")

    @Test("Three failures in a row keep a dead hub from being asked, until a question finds it alive")
    func breaker() {
        var breaker = CircuitBreaker()
        let start = ContinuousClock.now
        func asks(after seconds: Int) -> Bool { breaker.allowsRequest(now: start + .seconds(seconds)) }
        for _ in 1...2 {
            breaker.failed(now: start, jitter: 0)
            #expect(asks(after: 0))
        }
        breaker.failed(now: start, jitter: 0)
        #expect(!breaker.isConnected)
        #expect([7, 8, 8].map { asks(after: $0) } == [false, true, false])
        breaker.failed(now: start + .seconds(8), jitter: 1)
        #expect([20, 21].map { asks(after: $0) } == [false, true])
        breaker.succeeded()
        #expect(breaker.isConnected)
        #expect(asks(after: 0))
    }

    @Test("A hub that is not there leaves the gate to decide alone, and is not asked a fourth time")
    func deadHub() async throws {
        // Nothing listens at port 1.
        let address = try #require(HubAddress(url: "http://127.0.0.1:1"))
        let connection = HubConnection(to: address, as: .random(), key: try BoxKey(), hub: Self.hub, now: { 0 })
        let claims = ClaimClient(over: connection)
        for number in 1...5 {
            #expect(await claims.claim(.sample(.random())) == .alone)
            #expect(await claims.isConnected == (number < 3))
        }
    }

    /// The way to a hub, which can be cut.
    private final class Cable: HTTPTransport, Sendable {
        private let address: HubAddress
        private let state = Mutex((isCut: false, requestCount: 0))

        init(to address: HubAddress) { self.address = address }

        func set(isCut: Bool) { state.withLock { $0.isCut = isCut } }

        var requestCount: Int { state.withLock(\.requestCount) }

        nonisolated(nonsending) func run(
            _ method: String, _ target: String, body: [UInt8], headers: [(name: String, value: String)],
            by deadline: ContinuousClock.Instant
        ) async throws(HubClientError) -> HubResponse {
            let isCut = state.withLock { state in
                state.requestCount += 1
                return state.isCut
            }
            guard !isCut else { throw .unreachable(host: address.host, reason: "the cable was pulled") }
            return try CurlTransport(address: address)
                .run(method, target, body: body, headers: headers, by: .now + .seconds(600))
        }
    }

    @Test("A hub that was gone is asked for claims again once a probe or a sync is answered, and no sooner")
    func hubReturns() async throws {
        try await ServedHub.serve { hub in
            let box = try await hub.box("north-1")
            let cable = Cable(to: hub.address)
            let connection = HubConnection(
                to: hub.address, as: box.id, key: box.key, hub: hub.fingerprint, now: { hub.clock.now },
                elapsed: { .now }, pause: { _ in }, over: { cable })
            let claims = ClaimClient(over: connection, timeout: .seconds(600))
            // Nothing is known that could be asked.
            await claims.probe()
            #expect(cable.requestCount == 0)
            for isSync in [false, true, true] {
                cable.set(isCut: true)
                for _ in 1...3 { #expect(await claims.claim(.sample(.random())) == .alone) }
                let count = cable.requestCount
                #expect(await claims.claim(.sample(.random())) == .alone)
                #expect(await claims.claims(of: .random(), at: .sample, in: .main) == nil)
                #expect(cable.requestCount == count)
                await claims.probe()
                #expect(cable.requestCount == count + 1)
                #expect(await !claims.isConnected)
                cable.set(isCut: false)
                #expect(await claims.claim(.sample(.random())) == .alone)
                if isSync { await claims.didSync() } else { await claims.probe() }
                #expect(await claims.isConnected)
                let ticket = TicketID.random()
                guard case .won(let number, []) = await claims.claim(.sample(ticket)) else {
                    Issue.record("the hub is not asked")
                    return
                }
                let held = await claims.claims(of: ticket, at: .sample, in: .main)
                #expect(held?.map(\.number) == [number])
            }
            #expect(await claims.returnCount == 3)
            // A hub that answers needs no probe.
            let count = cable.requestCount
            await claims.probe()
            #expect(cable.requestCount == count)
        }
    }

    /// The way to a hub that is slow, in simulated time.
    private final class SlowCable: HTTPTransport, Sendable {
        private let cable: Cable
        private let delay: Duration
        private let start = ContinuousClock.now
        private let passed = Mutex(Duration.zero)

        init(to address: HubAddress, delay: Duration) { (cable, self.delay) = (Cable(to: address), delay) }

        var elapsed: Duration { passed.withLock { $0 } }
        var now: ContinuousClock.Instant { start + elapsed }

        nonisolated(nonsending) func run(
            _ method: String, _ target: String, body: [UInt8], headers: [(name: String, value: String)],
            by deadline: ContinuousClock.Instant
        ) async throws(HubClientError) -> HubResponse {
            let left = now.duration(to: deadline)
            passed.withLock { $0 += min(delay, left) }
            guard delay <= left else { throw .unreachable(host: "hub", reason: "Timeout was reached") }
            return try await cable.run(method, target, body: body, headers: headers, by: deadline)
        }
    }

    @Test("A guest waits no longer for several answers of a slow hub than for one")
    func slowHub() async throws {
        try await ServedHub.serve { hub in
            let box = try await hub.box("north-1")
            let cable = SlowCable(to: hub.address, delay: .milliseconds(200))
            let connection = HubConnection(
                to: hub.address, as: box.id, key: box.key, hub: hub.fingerprint, now: { hub.clock.now },
                elapsed: { cable.now }, pause: { _ in }, over: { cable })
            let client = ClaimClient(over: connection)
            for round in 1...2 {
                let claims = await client.forOneGuest()
                #expect(await claims.claims(of: .random(), at: .sample, in: .main) == [])
                for _ in 1...4 { #expect(await claims.claim(.sample(.random())) == .alone) }
                #expect(cable.elapsed == .milliseconds(300) * round)
            }
            let claims = await client.forOneGuest()
            guard case .won = await claims.claim(.sample(.random())) else {
                Issue.record("the hub is not asked again")
                return
            }
        }
    }

    /// A hub with lists that never end.
    private final class EndlessHub: HubEndpoint {
        let pages = Mutex(0)
        let knownClockOffset: Int64? = nil
        let revocations: [SignedMembership] = []
        private let epoch = FeedCursor.Epoch.random()

        func have(scans: Int64?, since cursor: FeedCursor?) async throws -> Wire.Have {
            Wire.Have(epoch: epoch, rev: 0, cursor: "", relay: false, logs: [], closed: [])
        }

        func take(_ upload: Wire.Upload) async throws -> Wire.UploadAnswer { Wire.UploadAnswer(results: []) }

        func present(_ membership: WireRecord) async throws {}

        func page(
            of kinds: [RecordKind], after cursor: FeedCursor?, knowing least: Int64, waiting timeout: Duration
        ) async throws -> Wire.Page {
            let page = pages.withLock { pages in
                pages += 1
                return pages
            }
            let records = (0..<1000).map { _ in
                WireRecord(
                    kind: .box, event: nil, box: .random(), seq: nil, chain: nil, id: .random(), hlc: "0", body: "{}")
            }
            return Wire.Page(epoch: epoch, from: 0, rev: Int64(page), more: true, records: records)
        }
    }

    @Test("Of a hub's lists without end a box reads a part at a time")
    func endlessLists() async throws {
        let hub = EndlessHub()
        let transport = HubSyncTransport(within: hub)
        let own = VersionVector(
            ledger: .random(), name: "north-1", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: [])
        _ = try await transport.page(after: own)
        #expect(hub.pages.withLock { $0 } <= 21)
    }

    @Test("Claims with impossible numbers or names are not valid, on either side")
    func impossibleClaims() {
        func request(
            number: Int64 = 1, zone: String = "main", ordinal: Int64 = 1, gate: String = "main", at: Int64 = 0
        ) -> Bool {
            Wire.ClaimRequest(
                number: number, ticket: .random(), event: .sample, zone: zone, ordinal: ordinal, kind: .entry,
                gate: gate, at: at, hlc: 0
            ).isValid
        }
        #expect(request() && request(number: .max, ordinal: 1_000_000, at: 253_402_300_799_999))
        for text in ["", "a b", "é", String(repeating: "a", count: 33), "a\n"] {
            #expect(!request(zone: text) && !request(gate: text), "\(text)")
        }
    }

    @Test("A claim, an answer or a page with an impossible number is refused when it is read")
    func impossibleNumbers() throws {
        let claim = Wire.ClaimRequest(
            number: 1, ticket: .random(), event: .sample, zone: "main", ordinal: 1, kind: .entry, gate: "main", at: 0,
            hlc: 0)
        let granted = Wire.ClaimAnswer.GrantedClaim(
            ordinal: 1, kind: .void, box: .random(), number: 1, name: "", gate: "", at: 0, hlc: 0)
        let log = Wire.Have.Log(kind: .scan, box: .random(), points: [.sample(1)])
        let page = Wire.Page(epoch: .random(), from: 0, rev: 1, more: false, records: [])
        func check<Message: Codable>(_ message: Message, _ name: String, _ numbers: [Int64]) throws {
            let text = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
            for number in numbers + [.min, -1] {
                let changed = text.replacing(try Regex("\"\(name)\":[0-9]+"), with: "\"\(name)\":\(number)")
                #expect(changed != text)
                #expect(throws: (any Error).self, "\(changed)") {
                    try JSONDecoder().decode(Message.self, from: Data(changed.utf8))
                }
            }
        }
        for (name, numbers) in [("number", [0]), ("ordinal", [0, 1_000_001, .max]), ("at", [Int64.max])] {
            try check(claim, name, numbers)
            try check(granted, name, numbers)
        }
        try check(log, "seq", [.max])
        for name in ["rev", "from"] { try check(page, name, [.max]) }
    }

    @Test("A hub that answers with an absurd time changes nothing", .timeLimit(.minutes(30)))
    func absurdTime() async throws {
        let router = Router()
        router.get("/v1/have") { _, _ in
            let time = try #require(HTTPField.Name(SignatureHeader.time))
            return Response(status: .unauthorized, headers: [time: "\(Int64.min)"])
        }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await server.runService(gracefulShutdownSignals: []) }
            for await port in ports {
                let address = try #require(HubAddress(url: "http://127.0.0.1:\(port)"))
                let connection = HubConnection(to: address, as: .random(), key: try BoxKey(), hub: Self.hub, now: { 1 })
                await #expect(throws: HubClientError.self) { try await connection.have(scans: nil) }
                break
            }
            tasks.cancelAll()
        }
    }

    @Test("A code can be read out and typed in, and none that is slightly wrong in form")
    func codes() throws {
        for _ in 1...200 {
            let code = EnrolmentCode()
            #expect(EnrolmentCode(code.description) == code)
            #expect(EnrolmentCode(code.description.lowercased().replacing("-", with: "")) == code)
        }
        #expect(EnrolmentCode("0000-0000-0000-0001")?.secret == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
        for text in ["", "0000-0000-0000-000", "0000-0000-0000-00000", "0000-0000-0000-000U", "0000-0000-0000-000 "] {
            #expect(EnrolmentCode(text) == nil)
        }
    }

    @Test("An invitation is one short text, and other texts are none")
    func invitations() throws {
        let hub = "Q4ZT-0000-1111-2222-3333-4444-5555-6666"
        let text = "DCJ1:https://hub.example:8443#7K3P-9XQ2-M4TB-W8ZD#" + hub
        let invitation = try #require(HubInvitation(text))
        #expect(invitation.address.url == "https://hub.example:8443")
        #expect(invitation.hub.description == hub)
        #expect(invitation.description == text)
        let others = [
            "", "DCJ1:", "DC1:https://hub.example#7K3P-9XQ2-M4TB-W8ZD#\(hub)",
            "DCJ1:ftp://hub.example#7K3P-9XQ2-M4TB-W8ZD#\(hub)",
            "DCJ1:https://hub.example/path#7K3P-9XQ2-M4TB-W8ZD#\(hub)",
            "DCJ1:https://a@hub.example#7K3P-9XQ2-M4TB-W8ZD#\(hub)",
            "DCJ1:https://hub.example#7K3P-9XQ2-M4TB-W8ZD#\(hub)#", "DCJ1:https://hub.example#\(hub)",
            "DCJ1:https://hub.example#7K3P-9XQ2-M4TB-W8ZD", "DCJ1:https://hub.example#7K3P-9XQ2-M4TB-W8ZD#",
            "DCJ1:https://hub.example#7K3P-9XQ2-M4TB-W8ZD#\(hub.dropLast())",
        ]
        for other in others { #expect(HubInvitation(other) == nil, "\(other)") }
    }

    @Test("Every record survives the wire, and what is no record is refused")
    func wire() throws {
        let box = BoxID.random()
        let records = try [HubRecord.scan(box, 1), .version(.event, of: .random(), .max, by: box)]
        for record in records { #expect(WireRecord(record).record == record) }
        let empty = ""
        func wire(
            _ kind: RecordKind,
            seq: Int64? = nil,
            chain: Int = LogPoint.length,
            id: VersionedID? = nil,
            hlc: String? = nil
        ) -> HubRecord? {
            let chain = seq.map { _ in RecordBytes([UInt8](repeating: 1, count: chain)) }
            return WireRecord(
                kind: kind, event: nil, box: box, seq: seq, chain: chain, id: id, hlc: hlc, body: empty
            ).record
        }
        #expect(wire(.scan, seq: 1) != nil)
        #expect(wire(.scan, seq: 1, chain: 7) == nil)
        #expect(wire(.scan, seq: .max) == nil)
        #expect(wire(.scan, seq: 0) == nil)
        #expect(wire(.ticket, seq: 1) == nil)
        #expect(wire(.scan, id: .random(), hlc: "1") == nil)
        #expect(wire(.ticket, id: .random(), hlc: "01") == nil)
        #expect(wire(.ticket, id: .random(), hlc: "-1") == nil)
        #expect(wire(.ticket, id: .random()) == nil)
        #expect(wire(.ticket, seq: 1, id: .random(), hlc: "1") == nil)
    }
}
