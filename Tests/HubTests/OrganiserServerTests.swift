// The organiser's addresses as browsers and strangers meet them.

import FoundationEssentials
import Glibc
import Ledger
import Logging
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct OrganiserServerTests {
    /// A hub with the organiser's pages, and the secret of a session.
    private func serve(_ body: (ServedHub, String) async throws -> Void) async throws {
        try await serve { hub, secret, _ in try await body(hub, secret) }
    }

    /// The same with the desk behind the pages.
    private func serve(_ body: (ServedHub, String, OrganiserDashboard) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/ledger.sqlite", boxName: "hub")
            let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let desks = Desks()
            let organiser = { @Sendable (service: HubService) async throws -> OrganiserDashboard? in
                let desk = try OrganiserDashboard(
                    service: service, ledger: ledger, key: try await ledger.testKey, logger: silent
                )
                await desks.set(desk)
                return desk
            }
            try await ServedHub.serve(organiser: organiser) { hub in
                let token = try await hub.service.makeToken()
                let desk = try #require(await desks.desk)
                let secret = try await hub.logIn("amina", "\(token)")
                try await body(hub, secret, desk)
            }
        }
    }

    private actor Desks {
        private(set) var desk: OrganiserDashboard?
        func set(_ desk: OrganiserDashboard) { self.desk = desk }
    }

    private let visitor = Visitor()

    private func ask(
        _ hub: ServedHub,
        _ method: String,
        _ target: String,
        secret: String? = nil,
        origin: String? = nil,
        body: String = ""
    ) async throws -> (status: Int, body: String) {
        let cookie = secret.map { [(name: "Cookie", value: "\(OrganiserSessions.cookie)=\($0)")] } ?? []
        let site = origin.map { [(name: "Origin", value: $0)] } ?? []
        return try await visitor.ask(hub.address, method, target, cookie + site, Array(body.utf8))
    }

    private func expect(
        _ status: Int,
        _ hub: ServedHub,
        _ method: String,
        _ target: String,
        secret: String? = nil,
        origin: String? = nil,
        body: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await ask(hub, method, target, secret: secret, origin: origin, body: body)
        #expect(answer.status == status, sourceLocation: sourceLocation)
    }

    @Test("Without a session nothing behind the page answers, and the page itself holds nothing")
    func locked() async throws {
        try await serve { hub, _ in
            let id = TicketID.random()
            let targets =
                ["/organiser/state", "/organiser/tickets/\(id)"]
                + ["doubles", "exports/tickets"].map { "/organiser/\($0)?event=\(id)" }
            for target in targets { try await expect(401, hub, "GET", target, secret: "guess") }
            let written = [
                "/organiser/tickets", "/organiser/tickets/\(id)", "/organiser/messages", "/organiser/logout",
            ]
            for target in written + ["/organiser/events/\(id)", "/organiser/events/\(id)/closing"] {
                try await expect(401, hub, "POST", target, origin: hub.address.url, body: "{}")
            }
            for path in OrganiserFile.paths { try await expect(200, hub, "GET", path) }
        }
    }

    @Test("Every text of the hub's page is in every language, with its gaps and its plural forms")
    func words() async throws {
        try await serve { hub, _ in
            var keys = PageTexts()
            for path in OrganiserFile.paths where path.hasSuffix(".js") {
                keys.add(script: try await ask(hub, "GET", path).body)
            }
            keys.add(page: try await ask(hub, "GET", "/").body)
            #expect(keys.texts.count > 150)
            #expect(keys.texts.isSuperset(of: ["Name, order, or scan a code", "Close now", "Unblock", "Zone {0}"]))
            for language in PageTexts.languages.keys.sorted() {
                let words = try JSONDecoder().decode(
                    PageWords.self, from: Data(try await ask(hub, "GET", "/words-\(language).json").body.utf8))
                #expect(keys.missing(in: words.texts, of: language) == [], "\(language)")
            }
        }
    }

    @Test("What another site's page asks for is refused, whoever is logged in")
    func otherSites() async throws {
        try await serve { hub, secret in
            let version = String(repeating: "0", count: 36)
            let body = "{\"action\":\"block\",\"version\":\"\(version)\",\"why\":\"x\"}"
            let target = "/organiser/tickets/\(TicketID.random())"
            let authority = hub.address.host
            let origins = [
                nil, "https://evil.example", "null", "", authority, "//\(authority)", "ftp://\(authority)",
                "app://\(authority)", "http://evil.example/\(authority)", "http://\(authority)/",
                "http://evil.example http://\(authority)",
            ]
            for origin in origins {
                try await expect(403, hub, "POST", target, secret: secret, origin: origin, body: body)
            }
            try await expect(404, hub, "POST", target, secret: secret, origin: hub.address.url, body: body)
            let wrong = #"{"name":"eve","password":"0000-0000-0000-0000"}"#
            try await expect(401, hub, "POST", "/organiser/login", origin: hub.address.url, body: wrong)
            try await expect(403, hub, "POST", "/organiser/login", origin: "http://evil.example", body: wrong)
        }
    }

    @Test("An act on a ticket that is no longer as it was seen is answered with 409 and its type, and is not done")
    func changedMeanwhile() async throws {
        try await serve { hub, secret, desk in
            let event = Event(slug: "night", name: "Night")
            try await desk.ledger.add(event, gates: [.main])
            let ticket = Ticket(event: event.id, user: .random(), id: .random())
            try await desk.ledger.add([IssuedTicket(ticket: ticket, epoch: 1)])
            let target = "/organiser/tickets/\(ticket.id)"
            let version = try #require(try await desk.ledger.record(of: ticket.id)).version
            func act(_ action: String, _ version: String) async throws -> (status: Int, body: String) {
                let body = "{\"action\":\"\(action)\",\"version\":\"\(version)\",\"why\":\"lost\"}"
                return try await ask(hub, "POST", target, secret: secret, origin: hub.address.url, body: body)
            }
            let bare = #"{"action":"block","why":"lost"}"#
            try await expect(400, hub, "POST", target, secret: secret, origin: hub.address.url, body: bare)
            #expect(try await act("block", "now").status == 400)
            #expect(try await act("block", "\(version)").status == 200)
            for action in ["block", "revoke", "restore"] {
                let again = try await act(action, "\(version)")
                #expect(again.status == 409 && again.body.contains("\"type\":\"urn:doorcheck:changed-meanwhile\""))
                #expect(again.body.contains("Changed meanwhile: blocked at ") && again.body.contains("by amina"))
            }
            #expect(try await desk.ledger.changes(of: ticket.id).count == 1)
        }
    }

    private struct LogIn: Encodable {
        let name: String
        let password: String
    }

    @Test(
        "A name that the records do not take opens no session",
        arguments: ["", "\u{202E}anima", "a\u{200B}mina", " ", "a\nb", String(repeating: "a", count: 41)])
    func names(name: String) async throws {
        try await serve { hub, _ in
            let token = "\(try await hub.service.makeToken())"
            func logIn(as name: String) async throws -> Int {
                let body = String(decoding: try JSONEncoder().encode(LogIn(name: name, password: token)), as: UTF8.self)
                return try await ask(hub, "POST", "/organiser/login", origin: hub.address.url, body: body).status
            }
            #expect(try await logIn(as: name) == 422)
            #expect(try await logIn(as: "amina") == 204)
        }
    }

    @Test("The page may load its own files and nothing else, and no other answer may load anything")
    func headers() async throws {
        try await serve { hub, _ in
            let pages = OrganiserFile.paths
            for path in pages + ["/healthz", "/openapi.json", "/organiser/state", "/v1/have", "/nowhere"] {
                let headers = try await visitor.headers(hub.address, "GET", path)
                let policy = try #require(headers["content-security-policy"], "\(path)")
                #expect(policy.contains("script-src 'self'") == pages.contains(path), "\(path)")
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(path)")
                for name in ["x-content-type-options", "x-frame-options", "referrer-policy", "permissions-policy"] {
                    #expect(headers[name] != nil, "\(path) \(name)")
                }
                #expect(headers["cross-origin-opener-policy"] == "same-origin", "\(path)")
                #expect(headers["cross-origin-resource-policy"] == "same-origin", "\(path)")
                #expect(headers["cache-control"] == (pages.contains(path) ? "no-cache" : "no-store"), "\(path)")
            }
        }
    }

    @Test("The only script within the page is the one that its policy allows, by its hash")
    func scriptWithin() async throws {
        try await serve { hub, _ in
            let page = try await visitor.ask(hub.address, "GET", "/", []).body
            let scripts = page.matches(of: #/<script>([^<]*)<\/script>/#).map(\.output.1)
            #expect(scripts.count == 1 && page.matches(of: #/<script[ >]/#).count == 2)
            let hash = Data(SHA256.hash(Array(try #require(scripts.first).utf8))).base64EncodedString()
            let policy = try #require(try await visitor.headers(hub.address, "GET", "/")["content-security-policy"])
            #expect(policy.contains("script-src 'self' 'sha256-\(hash)';"), "load.js has changed: \(hash)")
        }
    }

    @Test("The state is sent anew only where it changed, and log-out ends the session")
    func polling() async throws {
        try await serve { hub, secret in
            // The desk's own first sync makes its box known, which changes the state once.
            while try await ask(hub, "GET", "/organiser/state", secret: secret).body.contains(#""boxes":[]"#) {}
            let first = try await ask(hub, "GET", "/organiser/state", secret: secret)
            let version = try #require(first.body.split(separator: #""version":""#).last?.prefix { $0 != "\"" })
            try await expect(204, hub, "GET", "/organiser/state?version=\(version)", secret: secret)
            try await expect(200, hub, "GET", "/organiser/state?version=other", secret: secret)
            let origin = hub.address.url
            try await expect(204, hub, "POST", "/organiser/logout", secret: secret, origin: origin, body: "{}")
            try await expect(401, hub, "GET", "/organiser/state", secret: secret)
        }
    }
}
