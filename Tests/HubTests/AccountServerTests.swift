// What each role sees and does at the hub's addresses.

import FoundationEssentials
import HTTPSupport
import HTTPTypes
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

@Suite(.postgreSQL)
struct AccountServerTests {
    /// A hub with two events, a ticket for each, and an account of each role.
    private struct Scene {
        let hub: ServedHub
        let desk: OrganiserDashboard
        let (night, other): (EventID, EventID)
        let (ticket, otherTicket): (TicketID, TicketID)

        /// The session of an account that is added for it.
        func session(_ role: AccountRole, of events: Set<EventID>? = nil) async throws -> String {
            let name = "\(role) \(UInt32.random(in: 0 ... .max))"
            try await hub.service.add(
                HubAccount(name: try AccountName(name), role: role, events: events),
                password: try Password(AccountServerTests.password))
            return try await hub.logIn(name, AccountServerTests.password)
        }

        func ask(
            _ method: String, _ target: String, as secret: String?, _ body: String = ""
        ) async throws -> (status: Int, body: String) {
            let cookie = secret.map { [(name: "Cookie", value: "\(OrganiserSessions.cookie)=\($0)")] } ?? []
            let origin = [(name: "Origin", value: hub.address.url)]
            return try await Visitor().ask(hub.address, method, target, cookie + origin, Array(body.utf8))
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

    private static let password = "correct horse battery"
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func serve(
        on place: HubStore? = nil, logger: Logger? = nil, _ body: (Scene) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/ledger.sqlite", boxName: "hub")
            let (night, other) = (Event(slug: "night", name: "Night"), Event(slug: "other", name: "Other"))
            for event in [night, other] { try await ledger.add(event, gates: [.main]) }
            let tickets = [night, other].map { Ticket(event: $0.id, user: .random(), id: .random()) }
            try await ledger.add(tickets.map { IssuedTicket(ticket: $0, epoch: 1, holder: "Ada Example") })
            let desk = Mutex<OrganiserDashboard?>(nil)
            let organiser = { @Sendable (service: HubService) async throws -> OrganiserDashboard? in
                let made = try OrganiserDashboard(
                    service: service, ledger: ledger, key: try await ledger.testKey, logger: Self.silent)
                desk.withLock { $0 = made }
                return made
            }
            try await ServedHub.serve(on: place, organiser: organiser, logger: logger) { hub in
                try await body(
                    Scene(
                        hub: hub, desk: try #require(desk.withLock { $0 }), night: night.id, other: other.id,
                        ticket: tickets[0].id, otherTicket: tickets[1].id))
            }
        }
    }

    /// The addresses of the organiser's pages that need a session, and the roles that they answer.
    private static let roles: [String: Set<AccountRole>] = [
        "GET /organiser/state": Set(AccountRole.allCases),
        "POST /organiser/logout": Set(AccountRole.allCases),
        "GET /organiser/tickets": [.organiser, .desk],
        "GET /organiser/tickets/{ticket}": [.organiser, .desk],
        "POST /organiser/tickets/{ticket}": [.organiser, .desk],
        "POST /organiser/messages": [.organiser, .desk],
    ]

    @Test("Each address of the organiser's pages answers the roles that it is for, and tells others why not")
    func routes() async throws {
        try await serve { scene in
            let record = StrangerTests.Record()
            HubServer(
                service: scene.hub.service, key: scene.hub.key, address: ListeningAddress.standard.with(port: 0),
                organiser: scene.desk, logger: Self.silent
            ).addRoutes(to: record)
            let addresses = record.addresses.filter {
                $0.path.hasPrefix("/organiser/") && $0.path != "/organiser/login"
            }
            #expect(Set(addresses.map { "\($0.method) \($0.path)" }) == Set(Self.roles.keys))
            for role in AccountRole.allCases {
                for (address, roles) in Self.roles {
                    let parts = address.split(separator: " ")
                    let secret = try await scene.session(role)
                    let query = parts[1].hasSuffix("/tickets") ? "?q=ada" : ""
                    let target = String(parts[1]).replacing("{ticket}", with: "\(scene.ticket)") + query
                    let body = parts[0] == "GET" ? "" : "{}"
                    let answer = try await scene.ask(String(parts[0]), target, as: secret, body)
                    // A body that is none is the next thing that is wrong.
                    #expect((answer.status == 403) == !roles.contains(role), "\(role) \(address): \(answer)")
                    #expect(answer.status != 403 || answer.body.contains("Your account may only see figures"))
                    #expect(answer.status == 403 || !roles.contains(role) || answer.status < 500)
                }
            }
        }
    }

    @Test("A desk blocks tickets and lifts blocks under its account's name; only an organiser revokes, and undoes it")
    func actions() async throws {
        try await serve { scene in
            let (desk, organiser) = (try await scene.session(.desk), try await scene.session(.organiser))
            for (action, status) in [(OrganiserAction.block, 200), (.restore, 200), (.revoke, 403)] {
                let answer = try await scene.act(action, on: scene.ticket, as: desk)
                #expect(answer.status == status, "\(action): \(answer)")
            }
            #expect(try await scene.act(.revoke, on: scene.ticket, as: organiser).status == 200)
            #expect(try await scene.act(.restore, on: scene.ticket, as: desk).status == 403)
            #expect(try await scene.act(.restore, on: scene.ticket, as: organiser).status == 200)
            let actors = try await scene.desk.ledger.changes(of: scene.ticket).map(\.by.actor)
            #expect(actors.map { $0.split(separator: " ")[0] } == ["desk", "desk", "organiser", "organiser"])
        }
    }

    @Test("A viewer gets figures without guests' names and without messages")
    func viewer() async throws {
        try await serve { scene in
            let (viewer, desk) = (try await scene.session(.viewer), try await scene.session(.desk))
            #expect(try await scene.send(to: scene.night, as: desk) == 204)
            let target = "/organiser/state?event=\(scene.night)"
            while try await !scene.ask("GET", target, as: desk).body.contains("Hold the queue") {}
            let state = try await scene.ask("GET", target, as: viewer).body
            #expect(state.contains(#""tickets":1"#) && state.contains(#""role":"viewer""#))
            #expect(!state.contains("Hold the queue") && !state.contains("Ada"))
        }
    }

    @Test("An account for some events sees no other event, no ticket of one, and does nothing there")
    func events() async throws {
        try await serve { scene in
            for role in [AccountRole.organiser, .desk] {
                let secret = try await scene.session(role, of: [scene.night])
                var (state, attempts) = ("", 0)
                // The hub reads its ledger in the background.
                while !state.contains("\(scene.night)"), attempts < 1000 {
                    state = try await scene.ask("GET", "/organiser/state", as: secret).body
                    attempts += 1
                }
                #expect(state.contains("\(scene.night)") && !state.contains("\(scene.other)"))
                #expect(!state.contains(#""Other""#))
                let other = try await scene.ask("GET", "/organiser/state?event=\(scene.other)", as: secret)
                #expect(other.status == 403 && other.body.contains("Your account is not for this event"))
                let found = try await scene.ask("GET", "/organiser/tickets?q=ada", as: secret).body
                #expect(found.contains("\(scene.ticket)") && !found.contains("\(scene.otherTicket)"))
                let byID = try await scene.ask("GET", "/organiser/tickets?q=\(scene.otherTicket)", as: secret)
                #expect(byID.body == #"{"tickets":[]}"#)
                let one = try await scene.ask("GET", "/organiser/tickets/\(scene.otherTicket)", as: secret)
                #expect(one.status == 403 && !one.body.contains("Ada"))
                #expect(try await scene.ask("GET", "/organiser/tickets/\(scene.ticket)", as: secret).status == 200)
                #expect(try await scene.act(.block, on: scene.otherTicket, as: secret).status == 403)
                #expect(try await scene.send(to: scene.other, as: secret) == 403)
                #expect(try await scene.send(to: scene.night, as: secret) == 204)
            }
            #expect(try await scene.desk.ledger.changes(of: scene.otherTicket).isEmpty)
        }
    }

    @Test("An account for some events sees only boxes that take part in one of them")
    func boxes() async throws {
        try await serve { scene in
            _ = try await scene.hub.box("main-gate")
            _ = try await scene.hub.box("night-gate", events: [scene.night])
            _ = try await scene.hub.box("other-gate", events: [scene.other])
            let (all, some) = (try await scene.session(.viewer), try await scene.session(.viewer, of: [scene.night]))
            while try await !scene.ask("GET", "/organiser/state", as: all).body.contains("other-gate") {}
            let state = try await scene.ask("GET", "/organiser/state", as: some).body
            #expect(state.contains("main-gate") && state.contains("night-gate") && !state.contains("other-gate"))
        }
    }

    @Test(
        "A session that was opened at one hub is good at another, until the account is removed at either",
        arguments: StoreKind.allCases)
    func twoHubs(_ kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let stores = (try await kind.open(place), try await kind.open(place))
            try await serve(on: stores.0) { first in
                try await serve(on: stores.1) { second in
                    let secret = try await first.session(.viewer)
                    for scene in [first, second] {
                        #expect(try await scene.ask("GET", "/organiser/state", as: secret).status == 200)
                    }
                    let name = try #require(try await second.hub.service.accounts().first).name
                    try await second.hub.service.removeAccount(name)
                    for scene in [first, second] {
                        #expect(try await scene.ask("GET", "/organiser/state", as: secret).status == 401)
                    }
                }
            }
        }
    }

    /// Keeps all lines of a log.
    private final class Lines: Sendable {
        let text = Mutex("")
    }

    private struct LineKeeper: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.text.withLock { $0 += "\(event.message) \(metadata) \(event.metadata ?? [:])\n" }
        }
    }

    @Test("Neither the log nor an answer has a password, or a name that may be one")
    func log() async throws {
        let lines = Lines()
        let logger = Logger(label: "test") { _ in LineKeeper(lines: lines) }
        try await serve(logger: logger) { scene in
            _ = try await scene.session(.desk)
            let name = try #require(try await scene.hub.service.accounts().first).name
            for (name, password, status) in [
                (name.description, Self.password, 204), (name.description, "swordfish swordfish", 401),
                ("typed-into-the-name", "x", 401), ("nobody", "nobody's password", 401),
            ] {
                let body = "{\"name\":\"\(name)\",\"password\":\"\(password)\"}"
                let answer = try await scene.ask("POST", "/organiser/login", as: nil, body)
                #expect(answer.status == status)
                #expect(!answer.body.contains(password) || password == "x")
            }
            let text = lines.text.withLock(\.self)
            #expect(text.contains("organiser logged in") && text.contains("wrong organiser log-in"))
            for secret in [Self.password, "swordfish", "typed-into-the-name", "nobody"] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }
}
