// What a monitoring system reads of the hub.

import Admission
import HTTPSupport
import HubProtocol
import Ledger
import Logging
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient

struct MetricsTests {
    private let visitor = Visitor()

    /// Serves a hub with the organiser's ledger.
    private func serve(_ body: (ServedHub, TestDoor) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let office = door.ledger
            let organiser = { @Sendable (service: HubService) async throws -> OrganiserDashboard? in
                try OrganiserDashboard(
                    service: service, ledger: office, key: try await office.testKey,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            }
            try await ServedHub.serve(organiser: organiser) { try await body($0, door) }
        }
    }

    /// The lines with values, by the name and labels.
    private func scrape(_ hub: ServedHub) async throws -> [String: String] {
        let answer = try await visitor.ask(hub.address, "GET", "/metrics", [])
        #expect(answer.status == 200)
        let lines = answer.body.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Dictionary(
            lines.compactMap { line in
                line.lastIndex(of: " ").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test("Claims, requests, boxes, their clocks and what they still have, records and the database are counted")
    func counting() async throws {
        try await serve { hub, _ in
            let (north, south) = (try await hub.box("north \"1\""), try await hub.box("south"))
            let ticket = TicketID.random()
            for (number, box) in [(1, north), (2, south)] {
                let claim = Wire.ClaimRequest(
                    number: Int64(number), ticket: ticket, event: .random(), zone: "main", ordinal: 1, kind: .entry,
                    gate: "main", at: 1, hlc: 0)
                let _: Wire.ClaimAnswer = try await box.ask("POST", "/v1/claims", claim)
            }
            let scans = try HubRecord.signedScans(.random(), by: north.key)
            _ = try await north.connection.take(Wire.Upload(records: scans.map(WireRecord.init), cursor: nil))
            _ = try await north.connection.have(scans: 5)
            _ = try await hub.service.revoke("south")
            hub.clock.advance(by: 61_000)
            let values = try await scrape(hub)
            #expect(values["doorcheck_hub_claims_total{outcome=\"granted\"}"] == "1")
            #expect(values["doorcheck_hub_claims_total{outcome=\"taken\"}"] == "1")
            #expect(values["doorcheck_hub_claim_duration_seconds_count"] == "2")
            let route = "{method=\"POST\",route=\"/v1/claims\",status=\"200\"}"
            #expect(values["doorcheck_hub_requests_total" + route] == "2")
            #expect(values["doorcheck_hub_boxes{state=\"silent\"}"] == "1")
            #expect(values["doorcheck_hub_boxes{state=\"revoked\"}"] == "1")
            #expect(values["doorcheck_hub_box_silence_seconds{box=\"north \\\"1\\\"\"}"] == "61.0")
            #expect(values["doorcheck_hub_box_scans_waiting{box=\"north \\\"1\\\"\"}"] == "4")
            #expect(values["doorcheck_hub_box_branches{box=\"north \\\"1\\\"\"}"] == "1")
            #expect(values["doorcheck_hub_records{kind=\"scan\"}"] == "1")
            #expect(values["doorcheck_hub_database_up"] == "1")
            #expect(values["doorcheck_hub_database_bytes"].flatMap { Int($0) }.map { $0 > 4096 } == true)
            #expect(values["process_open_fds"].flatMap { Double($0) }.map { $0 > 3 } == true)
        }
    }

    @Test("Double admissions, people inside and capacities of events are reported once somebody asks for metrics")
    func events() async throws {
        try await serve { hub, door in
            try await door.ledger.update(door.event, zones: [Zone(name: .main, capacity: 700)])
            var values: [String: String] = [:]
            for _ in 0..<1200 where values["doorcheck_hub_double_admissions{event=\"night\"}"] == nil {
                values = try await scrape(hub)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(values["doorcheck_hub_double_admissions{event=\"night\"}"] == "0")
            #expect(values["doorcheck_hub_people_inside{event=\"night\",zone=\"main\"}"] == "0")
            #expect(values["doorcheck_hub_decided_alone{event=\"night\",gate=\"main\"}"] == "0")
            #expect(values["doorcheck_hub_zone_capacity{event=\"night\",zone=\"main\"}"] == "700")
            #expect(values["doorcheck_sync_faults_total{kind=\"bad-signature\"}"] == "0")
        }
    }

    @Test("An error that ends many requests is one line in the log, and one a minute while it lasts")
    func repeatedErrors() async throws {
        let lines = AccountServerTests.Lines()
        let logger = Logger(label: "test") { _ in AccountServerTests.LineKeeper(lines: lines) }
        let time = Mutex(ContinuousClock.now)
        try await ServedHub.serve(elapsed: { time.withLock(\.self) }, logger: logger) { hub in
            let box = try await hub.box("North")
            // As a newer version leaves it.
            try await hub.store.database.write { try $0.run("UPDATE meta SET version = version + 1") }
            func count(after requests: Int) async -> Int {
                for _ in 0..<requests { #expect(await thrown { try await box.connection.have(scans: nil) } != nil) }
                return lines.text.withLock { $0.split(separator: "\n").count { $0.contains("hub could not answer") } }
            }
            #expect(await count(after: 5) == 1)
            time.withLock { $0 += .seconds(61) }
            #expect(await count(after: 2) == 2)
            #expect(lines.text.withLock { $0.contains("\"more\": 4") })
        }
    }

    @Test("Invented addresses and methods make no metrics of their own")
    func invented() async throws {
        try await serve { hub, _ in
            for number in 1...20 { _ = try await visitor.ask(hub.address, "GET", "/invented/\(number)", []) }
            let values = try await scrape(hub).filter { $0.key.hasPrefix("doorcheck_hub_requests_total") }
            #expect(values == ["doorcheck_hub_requests_total{method=\"other\",route=\"other\",status=\"404\"}": "20"])
        }
    }

    @Test(
        "Only the addresses and networks in the configuration read metrics",
        arguments: [("192.0.2.1", 403), ("192.0.2.0/24", 403), ("192.0.2.1, 127.0.0.0/8", 200)])
    func readers(_ readers: String, _ expected: Int) async throws {
        let readers = readers.split(separator: ", ").map(String.init)
        // Time stands still, so that the hub stays ready however long the machine takes.
        let now = ContinuousClock.now
        try await ServedHub.serve(metricsReaders: readers, elapsed: { now }) { (hub: ServedHub) async throws in
            for (path, status) in [("/metrics", expected), ("/readyz", 200)] {
                #expect(try await visitor.ask(hub.address, "GET", path, []).status == status)
            }
        }
    }

    @Test("A hub is ready while its database answers; when it stops and when it answers again is said once")
    func watching() {
        let start = ContinuousClock.now
        func after(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }
        let watch = DatabaseWatch(now: start)
        #expect(watch.isAnswering(at: after(1.9)) && watch.check(at: after(1.9)) == nil)
        watch.failed(HubError.connectionLost(place: "db", reason: "the server is starting up"))
        #expect(!watch.isAnswering(at: after(2)))
        let error = "The connection to the hub's database db was lost (the server is starting up); the next request "
        // A process that was halted is not told of a database that has failed.
        #expect(watch.check(at: after(2)) == nil)
        #expect(watch.check(at: after(2.5)) == .failed(reason: error + "reconnects."))
        #expect(watch.check(at: after(60)) == nil)
        #expect(watch.answered(at: after(61)) == .recovered(after: .seconds(61)))
        #expect(watch.answered(at: after(62)) == nil && watch.isAnswering(at: after(62)))
        // Too short to be said.
        watch.failed(HubError.connectionLost(place: "db", reason: "no answer"))
        #expect(watch.check(at: after(63)) == nil && watch.answered(at: after(63)) == nil)
    }
}
