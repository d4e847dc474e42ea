// A served hub whose alerts are looked for when a test says so.

import Admission
import Alerts
import Ledger
import Logging
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient

/// A hub with an organiser's ledger, and time that passes when a test wants it to.
struct AlertScene {
    let hub: ServedHub
    let door: TestDoor
    let desk: OrganiserDashboard
    let alerts: HubAlerts
    let book: AlertBook
    let time: TestTime
    let folder: String

    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The name of the only channel, which tells nothing by itself.
    static let channel = "test"

    /// Serves a hub with an event.
    ///
    /// - Parameters:
    ///   - event: The event of the hub's own ledger.
    ///   - body: What happens.
    /// - Throws: What `body` throws, and errors of the store and the ledger.
    static func open(
        _ event: Event = Event(slug: "night", name: "Summer Night"), _ body: (AlertScene) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder, event: event)
            let time = TestTime()
            let made = Mutex<OrganiserDashboard?>(nil)
            let organiser = { @Sendable (service: HubService) async throws -> OrganiserDashboard? in
                let desk = try OrganiserDashboard(
                    service: service, ledger: door.ledger, key: try await door.ledger.testKey, logger: silent)
                made.withLock { $0 = desk }
                return desk
            }
            try await ServedHub.serve(organiser: organiser, elapsed: { time.now }) { (hub: ServedHub) async throws in
                let desk = try #require(made.withLock { $0 })
                let book = Self.book(in: folder, now: hub.clock.now)
                let alerts = HubAlerts(hub.service, organiser: desk, book: book, logger: silent)
                let scene = AlertScene(
                    hub: hub, door: door, desk: desk, alerts: alerts, book: book, time: time, folder: folder)
                try await eventually { await desk.eventFigures?.isEmpty == false }
                try await scene.look()
                try await body(scene)
            }
        }
    }

    static func book(in folder: String, now: Int64) -> AlertBook {
        AlertBook(path: folder + "/alerts", channels: [channel], now: now, logger: silent)
    }

    /// Lets time pass, and looks every ten seconds as the hub would.
    func pass(seconds: Int) async throws {
        for start in stride(from: 0, to: seconds, by: 10) {
            let step = min(10, seconds - start)
            hub.clock.advance(by: Int64(step) * 1000)
            time.advance(by: .seconds(step))
            try await look()
        }
    }

    /// Looks for alerts once the hub has noticed that its database answers.
    func look() async throws {
        try await eventually { hub.service.watch.isAnswering(at: hub.service.elapsed()) }
        await alerts.checkDatabase()
        await alerts.checkBoxesAndEvents()
    }

    /// Waits until the hub's ledger has counted so many people in the only zone, which has such a capacity.
    func counted(_ inside: Int, of capacity: Int?) async throws {
        try await eventually {
            let zone = await desk.eventFigures?.first?.zones.first
            return zone?.inside == inside && zone?.capacity == capacity
        }
    }

    /// What is wrong: kind and subject.
    var open: Set<String> {
        get async { Set(await book.open.map { "\($0.kind.rawValue) \($0.subject)" }) }
    }

    /// What there is to tell, in sentences; it counts as told.
    func tell() async -> [String] {
        var told: [String] = []
        while true {
            let alerts = await book.next(for: Self.channel, at: hub.clock.now + 3_600_000)
            guard !alerts.isEmpty else { return told }
            told += alerts.map(\.summary)
            _ = await book.told(alerts, by: Self.channel)
        }
    }

    /// A request by which the hub hears from a box.
    func hear(_ box: ServedHub.Member) async throws { _ = try await box.connection.have(scans: 0) }

    /// A box with a ledger, which the hub knows.
    func gate(_ name: String) async throws -> Ledger {
        let ledger = try Ledger(creating: "\(folder)/\(name).sqlite", boxName: name)
        let key = try await ledger.testKey
        try await hub.store.settle(key.box, name: name, publicKey: key.publicKey, now: hub.clock.now)
        return ledger
    }

    /// Brings a ledger and the hub together.
    func share(_ ledger: Ledger) async throws {
        let (now, box) = (hub.clock.now, try await ledger.ownBox().id)
        let transport = HubSyncTransport(within: LocalHubClient(service: hub.service, box: box))
        _ = try await SyncSession(
            ledger, signedBy: ledger.testKey, over: transport, now: { Timestamp(milliseconds: now) }
        ).run()
    }

    /// Shows a ticket at a gate that decides alone.
    func show(_ ticket: SignedTicket, at ledger: Ledger) async throws -> Verdict {
        let desk = AdmissionDesk(
            verifier: try door.verifier, ledger: ledger, box: try await ledger.ownBox(), event: door.event,
            gate: .main)
        return try await desk.decide(ticket.code, on: Timestamp(milliseconds: hub.clock.now))
    }
}
