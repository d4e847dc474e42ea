// What each role sees and does at the hub's addresses.

import Accounts
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
    private typealias Scene = AccountScene

    private func serve(
        on place: HubStore? = nil, logger: Logger? = nil, _ body: (Scene) async throws -> Void
    ) async throws {
        try await Scene.serve(on: place, logger: logger, body)
    }

    private static let password = AccountScene.password

    /// The addresses of the organiser's pages that need a session, and the roles that they answer.
    private static let roles: [String: Set<AccountRole>] = [
        "GET /organiser/state": Set(AccountRole.allCases),
        "POST /organiser/logout": Set(AccountRole.allCases),
        "GET /organiser/doubles": Set(AccountRole.allCases),
        "POST /organiser/tickets": [.organiser, .desk],
        "GET /organiser/tickets/{ticket}": [.organiser, .desk],
        "POST /organiser/tickets/{ticket}": [.organiser, .desk],
        "POST /organiser/messages": [.organiser, .desk],
        "GET /organiser/exports/{table}": [.organiser, .desk],
        "GET /organiser/events/{event}": [.organiser],
        "POST /organiser/events/{event}": [.organiser],
        "POST /organiser/events/{event}/closing": [.organiser],
    ]

    @Test("Each address of the organiser's pages answers the roles that it is for, and tells others why not")
    func routes() async throws {
        try await serve { scene in
            let record = StrangerTests.Record()
            HubServer(
                service: scene.hub.service, key: scene.hub.key, address: ListeningAddress.standard.with(port: 0),
                organiser: scene.desk, logger: AccountScene.silent
            ).addRoutes(to: record)
            let addresses = record.addresses.filter {
                $0.path.hasPrefix("/organiser/") && $0.path != "/organiser/login"
            }
            #expect(Set(addresses.map { "\($0.method) \($0.path)" }) == Set(Self.roles.keys))
            for role in AccountRole.allCases {
                for (address, roles) in Self.roles {
                    let parts = address.split(separator: " ")
                    let secret = try await scene.session(role)
                    let needsEvent = ["/doubles", "{table}"].contains { parts[1].hasSuffix($0) }
                    let query = needsEvent ? "?event=\(scene.night)" : ""
                    let target =
                        String(parts[1]).replacing("{ticket}", with: "\(scene.ticket)")
                        .replacing("{event}", with: "\(scene.night)").replacing("{table}", with: "tickets") + query
                    let body = parts[0] == "GET" ? "" : "{}"
                    let answer = try await scene.ask(String(parts[0]), target, as: secret, body)
                    // A body that is none is the next thing that is wrong.
                    #expect((answer.status == 403) == !roles.contains(role), "\(role) \(address): \(answer)")
                    #expect(answer.status != 403 || answer.body.contains("Your account may"))
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
                let found = try await scene.find("ada", as: secret).body
                #expect(found.contains("\(scene.ticket)") && !found.contains("\(scene.otherTicket)"))
                let byID = try await scene.find("\(scene.otherTicket)", as: secret)
                #expect(byID.body == #"{"more":false,"tickets":[]}"#)
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
    final class Lines: Sendable {
        let text = Mutex("")
    }

    struct LineKeeper: LogHandler {
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
                (name.description.uppercased(), Self.password, 204), (name.description, "swordfish swordfish", 401),
                ("typed-into-the-name", "x", 401), ("nobody", "nobody's password", 401),
            ] {
                let body = "{\"name\":\"\(name)\",\"password\":\"\(password)\"}"
                let answer = try await scene.ask("POST", "/organiser/login", as: nil, body)
                #expect(answer.status == status)
                #expect(!answer.body.contains(password) || password == "x")
            }
            let text = lines.text.withLock(\.self)
            #expect(text.contains("organiser logged in") && text.contains("wrong organiser log-in"))
            #expect(name.description != name.description.uppercased())
            for secret in [Self.password, "swordfish", "typed-into-the-name", "nobody", name.description.uppercased()] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }
}
