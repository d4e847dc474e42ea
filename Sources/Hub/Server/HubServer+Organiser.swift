// The routes of the organiser's page.

import HTTPSupport
import HTTPTypes
import HubProtocol
import Hummingbird
import Ledger
import Logging
import NIOCore
import TicketSigning

extension HubServer {
    /// Adds the organiser's routes. All but the log-in have a ``PermitContext``, whose permit the desk asks for.
    func addOrganiser(_ access: OrganiserAccess, to router: some RouterMethods<HubContext>) {
        for file in OrganiserFile.allCases {
            router.get(RouterPath(file.rawValue)) { _, _ in file.response }
        }
        let open = router.group("/organiser").add(middleware: OriginCheck())
            .add(middleware: OrganiserMiddleware(sessions: access.sessions))
        addLogIn(access.sessions, to: open)
        let figures = open.group(context: PermitContext<FiguresPermit>.self)
        addLogOut(access.sessions, to: figures)
        addState(access.desk, to: figures)
        let tickets = open.group(context: PermitContext<TicketPermit>.self)
        addTickets(access.desk, to: tickets)
        addMessages(access.desk, to: tickets)
    }

    private func addState(_ desk: OrganiserDashboard, to routes: RouterGroup<PermitContext<FiguresPermit>>) {
        routes.get("/state") { request, context in
            let wanted = request.uri.queryParameters.get("event") ?? ""
            let (version, state) = try await desk.state(of: wanted, for: context.permit)
            guard request.uri.queryParameters.get("version") != version else { return Response(status: .noContent) }
            let session = context.permit.session
            let who = Wire.OrganiserIdentity(name: session.name, role: session.role)
            return try json(Wire.OrganiserPage(now: service.now(), version: version, who: who, state: state))
        }
    }

    private func addTickets(_ desk: OrganiserDashboard, to routes: RouterGroup<PermitContext<TicketPermit>>) {
        routes.get("/tickets") { request, context in
            let text = request.uri.queryParameters.get("q") ?? ""
            guard (1...200).contains(text.unicodeScalars.count) else {
                throw ProblemResponse(.badRequest, "`q` must have 1 to 200 characters.")
            }
            let tickets = try await desk.tickets(matching: text, for: context.permit)
            return try json(Wire.OrganiserTickets(tickets: tickets))
        }
        routes.get("/tickets/:ticket") { _, context in
            let id = try Self.ticket(in: context)
            return try json(try found(try await desk.ticket(id, for: context.permit)))
        }
        routes.post("/tickets/:ticket") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserActionRequest.self, context: context)
            let id = try Self.ticket(in: context)
            guard let version = TicketVersion(wire.version) else {
                throw ProblemResponse(.badRequest, "`version` must be the version of the ticket that was shown.")
            }
            let permit = context.permit
            return try json(
                try await describingErrors {
                    try found(try await desk.perform(wire.action, on: id, seen: version, why: wire.why, for: permit))
                })
        }
    }

    private func addMessages(_ desk: OrganiserDashboard, to routes: RouterGroup<PermitContext<TicketPermit>>) {
        routes.post("/messages") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserMessage.self, context: context)
            guard (1...1440).contains(wire.minutes) else {
                throw ProblemResponse(.unprocessableContent, "`minutes` must be 1 to 1440.")
            }
            let permit = context.permit
            try await describingErrors {
                try await desk.send(
                    wire.text, to: wire.event, gate: wire.gate ?? "", minutes: wire.minutes, for: permit)
            }
            return Response(status: .noContent)
        }
    }

    private static func ticket(in context: PermitContext<TicketPermit>) throws -> TicketID {
        guard let id = context.parameters.get("ticket").flatMap({ TicketID($0) }) else {
            throw ProblemResponse(.badRequest, "Name the ticket by its UUID.")
        }
        return id
    }

    private func addLogIn(_ sessions: OrganiserSessions, to routes: RouterGroup<HubContext>) {
        routes.post("/login") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserLogIn.self, context: context)
            let (peer, name) = (Logger.MetadataValue.string(context.peer), try Self.name(wire.name))
            let entrance = try await sessions.open(
                name: name, password: wire.password, from: context.network,
                browser: request.cookies[OrganiserSessions.browserCookie]?.value)
            switch entrance {
            case .opened(let secret, let browser):
                logger.notice("organiser logged in", metadata: ["peer": peer, "name": "\(name)"])
                return Self.logIn(secret, browser, isEncrypted: request.isFromEncryptedPage)
            case .wrong:
                // Not with the name: some type their password there.
                logger.warning("wrong organiser log-in", metadata: ["peer": peer])
                throw ProblemResponse(.unauthorized, "The name, the password or the token is wrong.")
            case .tooManyTries: throw ProblemResponse(.tooManyRequests, "Too many attempts; wait a minute.")
            }
        }
    }

    private static func name(_ text: String) throws -> AccountName {
        do { return try AccountName(text) } catch {
            throw ProblemResponse(
                .unprocessableContent, "Enter your name in 1 to \(AccountName.longest) visible characters.")
        }
    }

    private static func logIn(_ secret: String, _ browser: String?, isEncrypted: Bool) -> Response {
        var response = Response(status: .noContent)
        response.setCookie(
            .hidden(OrganiserSessions.cookie, secret, for: SessionLimits.length, isEncrypted: isEncrypted))
        if let browser {
            response.setCookie(
                .hidden(OrganiserSessions.browserCookie, browser, for: KnownBrowser.length, isEncrypted: isEncrypted))
        }
        return response
    }

    private func addLogOut(_ sessions: OrganiserSessions, to routes: RouterGroup<PermitContext<FiguresPermit>>) {
        routes.post("/logout") { request, _ in
            if let secret = request.cookies[OrganiserSessions.cookie]?.value { try await sessions.close(secret) }
            return Response(status: .noContent)
        }
    }

    private func found(_ ticket: OrganiserTicket?) throws -> OrganiserTicket {
        guard let ticket else { throw ProblemResponse(.notFound, "This ticket is not on the hub's list.") }
        return ticket
    }

    /// Reports errors of the ledger to the organiser.
    private func describingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch LedgerError.refused(let reason) {
            throw ProblemResponse(.conflict, reason)
        } catch LedgerError.changedMeanwhile(let changes) {
            throw ProblemResponse(.conflict, changes.sentence { $0.clock }, type: .changedMeanwhile)
        }
    }
}

extension Timestamp {
    /// The time of day in an RFC 3339 text; the page shows times in the reader's own time zone.
    fileprivate var clock: String { "\(description.dropFirst(11).prefix(5)) UTC" }
}
