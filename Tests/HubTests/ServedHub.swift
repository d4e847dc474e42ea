// A hub that is served, and boxes that ask it.

import Accounts
import HTTPSupport
import Ledger
import Logging
import NIOCore
import ServiceLifecycle
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Admission
@testable import Hub
@testable import HubClient
@testable import HubProtocol

/// A hub on a port of its own with a clock of its own.
struct ServedHub {
    let store: HubStore
    let service: HubService
    let address: HubAddress
    let clock: TestClock
    let key: BoxKey

    /// Its fingerprint, as in joining codes.
    var fingerprint: HubFingerprint { HubFingerprint(of: key.publicKey) }

    /// Serves a hub for as long as the body takes, on a database of its own unless one is given.
    static func serve(
        on place: HubStore? = nil,
        organiser: @escaping @Sendable (HubService) async throws -> OrganiserDashboard? = { _ in nil },
        eventKeys: @escaping @Sendable () async throws -> [EventKey] = { [] },
        office: @escaping @Sendable () async -> OfficePlace? = { nil },
        timeout: ConnectionTimeouts = ConnectionTimeouts(idle: .seconds(600)),
        limits: ConnectionLimits? = nil,
        quota: BoxQuota = .standard,
        metricsReaders: [String] = ["127.0.0.1"],
        elapsed: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        logger given: Logger? = nil,
        _ body: (ServedHub) async throws -> Void
    ) async throws {
        func serve(_ store: HubStore) async throws {
            var store = store
            store.quota = quota
            let clock = TestClock()
            let service = try await HubService(store: store, now: { clock.now }, elapsed: elapsed)
            var quiet = Logger(label: "test")
            quiet.logLevel = .critical
            let logger = given ?? quiet
            let (ports, port) = AsyncStream.makeStream(of: Int.self)
            let key = try BoxKey()
            var server = HubServer(
                service: service, key: key, address: ListeningAddress.standard.with(port: 0),
                organiser: try await organiser(service),
                eventKeys: eventKeys, office: office,
                metricsReaders: metricsReaders,
                onListening: { port.yield($0) }, logger: logger)
            server.timeouts = timeout
            if let limits { server.limits = limits }
            let group = ServiceGroup(services: [server], logger: logger)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                for await port in ports {
                    let address = try #require(HubAddress(url: "http://127.0.0.1:\(port)/"))
                    let hub = ServedHub(store: store, service: service, address: address, clock: clock, key: key)
                    do { try await body(hub) } catch { Issue.record(error) }
                    break
                }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }
        if let place { try await serve(place) } else { try await StoreKind.sqlite.withStore(serve) }
    }

    /// Logs somebody in, and gives the secret of the session.
    func logIn(_ name: String, _ password: String) async throws -> String {
        let sessions = OrganiserSessions(store: store, now: service.now, key: key)
        let entrance = try await sessions.open(name: try AccountName(name), password: password, from: "here")
        guard case .opened(let secret, _) = entrance else { throw HubError.codeNotValid }
        return secret
    }

    /// A box that has joined.
    func box(_ name: String, isRelay: Bool = false, events: Set<EventID>? = nil) async throws -> Member {
        let code = EnrolmentCode()
        let invitation = Invitation(name: name, isRelay: isRelay, events: events)
        try await store.invite(invitation, code: code.key().publicKey, expiry: clock.now + 60_000)
        let key = try BoxKey()
        let id = key.box
        let membership = try await join(self.invitation(code), as: id, key: key)
        #expect(membership.name == name)
        return Member(id: id, key: key, hub: self)
    }

    /// Joins as a box does, however busy this machine is.
    func join(_ invitation: HubInvitation, as box: BoxID, key: BoxKey) async throws -> HubMembership {
        try await HubMembership.join(invitation, as: box, key: key, within: Self.patience)
    }

    /// How long tests wait for an answer.
    static let patience: Duration = .seconds(600)

    func invitation(_ code: EnrolmentCode) -> HubInvitation {
        HubInvitation(address: address, code: code, hub: fingerprint)
    }

    /// A box with its connection.
    struct Member {
        let id: BoxID
        let key: BoxKey
        let connection: HubConnection

        init(id: BoxID, key: BoxKey, hub: ServedHub, clockIsAheadBy ahead: Int64 = 0) {
            self.id = id
            self.key = key
            let clock = hub.clock
            connection = HubConnection(
                to: hub.address, as: id, key: key, hub: hub.fingerprint, now: { clock.now + ahead },
                within: ServedHub.patience)
        }

        func ask<Answer: Decodable & Sendable>(
            _ method: String,
            _ target: String,
            _ body: (any Encodable & Sendable)? = nil
        ) async throws -> Answer {
            try await connection.ask(method, target, body: body, by: .now + ServedHub.patience)
        }
    }
}

/// A wall clock that tests set.
final class TestClock: Sendable {
    private let time = Atomic<Int64>(1_795_000_000_000)

    var now: Int64 { time.load(ordering: .relaxed) }

    func advance(by milliseconds: Int64) { time.wrappingAdd(milliseconds, ordering: .relaxed) }
}

extension ClaimRequest {
    /// The first movement of a ticket at a gate.
    static func sample(_ ticket: TicketID, at gate: String = "north") -> ClaimRequest {
        ClaimRequest(
            ticket: ticket, gate: Gate(event: .sample, name: GateName(gate) ?? .main), zone: .main, sequenceNumber: 1,
            kind: .entry, at: Timestamp(milliseconds: 77), logicalTime: 0)
    }
}
