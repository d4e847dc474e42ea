// A served hub with an account of each role.

import Accounts
import HTTPSupport
import Ledger
import Logging
import Sync
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

/// A hub with two events, a ticket for each, and accounts that are added as a test needs them.
struct AccountScene {
    let hub: ServedHub
    let desk: OrganiserDashboard
    let (night, other): (EventID, EventID)
    let (ticket, otherTicket): (TicketID, TicketID)
    /// The tickets' codes, the hub having the key of the first one only.
    let (code, otherCode): (String, String)

    static let password = "correct horse battery"
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    static func serve(
        on place: HubStore? = nil, office: @escaping @Sendable () async -> OfficePlace? = { nil },
        logger: Logger? = nil, _ body: (AccountScene) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/ledger.sqlite", boxName: "hub")
            let (night, other) = (Event(slug: "night", name: "Night"), Event(slug: "other", name: "Other"))
            for event in [night, other] { try await ledger.add(event, gates: [.main]) }
            let tickets = [night, other].map { Ticket(event: $0.id, user: .random(), id: .random()) }
            try await ledger.add(tickets.map { IssuedTicket(ticket: $0, epoch: 1, holder: "Ada Example") })
            let keys = try [night, other].map { try MasterKey.random().eventKey(for: $0.id, epoch: 1) }
            let codes = try zip(tickets, keys).map { try TicketSigner(key: $1).sign($0).code }
            let desk = Mutex<OrganiserDashboard?>(nil)
            let organiser = { @Sendable (service: HubService) async throws -> OrganiserDashboard? in
                let made = try OrganiserDashboard(
                    service: service, ledger: ledger, key: try await ledger.testKey, version: "1.2.3",
                    logger: logger ?? silent)
                desk.withLock { $0 = made }
                return made
            }
            try await ServedHub.serve(
                on: place, organiser: organiser, eventKeys: { [keys[0]] }, office: office, logger: logger
            ) { hub in
                try await body(
                    AccountScene(
                        hub: hub, desk: try #require(desk.withLock { $0 }), night: night.id, other: other.id,
                        ticket: tickets[0].id, otherTicket: tickets[1].id, code: codes[0], otherCode: codes[1]))
            }
        }
    }

    /// The session of an account that is added for it.
    func session(_ role: AccountRole, of events: Set<EventID>? = nil) async throws -> String {
        let name = "\(role) \(UInt32.random(in: 0 ... .max))"
        try await hub.service.add(
            HubAccount(name: try AccountName(name), role: role, events: events), password: try Password(Self.password))
        return try await hub.logIn(name, Self.password)
    }

    func ask(
        _ method: String, _ target: String, as secret: String?, _ body: String = ""
    ) async throws -> (status: Int, body: String) {
        let cookie = secret.map { [(name: "Cookie", value: "\(OrganiserSessions.cookie)=\($0)")] } ?? []
        let origin = [(name: "Origin", value: hub.address.url)]
        return try await Visitor().ask(hub.address, method, target, cookie + origin, Array(body.utf8))
    }

    /// Searches for a ticket.
    func find(_ text: String, limit: Int? = nil, as secret: String) async throws -> (status: Int, body: String) {
        let most = limit.map { ",\"limit\":\($0)" } ?? ""
        return try await ask("POST", "/organiser/tickets", as: secret, "{\"text\":\"\(text)\"\(most)}")
    }

    /// Acts on a ticket as it is now.
    func act(
        _ action: OrganiserAction, on ticket: TicketID, as secret: String
    ) async throws -> (status: Int, body: String) {
        let version = try #require(try await desk.ledger.record(of: ticket)).version
        let body = "{\"action\":\"\(action.rawValue)\",\"version\":\"\(version)\",\"why\":\"lost\"}"
        return try await ask("POST", "/organiser/tickets/\(ticket)", as: secret, body)
    }

    /// Sends a message to an event's gates.
    func send(to event: EventID, as secret: String) async throws -> Int {
        let body = "{\"event\":\"\(event)\",\"text\":\"Hold the queue\",\"minutes\":5}"
        return try await ask("POST", "/organiser/messages", as: secret, body).status
    }
}
