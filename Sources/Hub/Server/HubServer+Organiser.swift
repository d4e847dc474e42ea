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
    /// Adds the organiser's routes. The desk's routes need an ``OrganiserContext``: ``OrganiserAccess`` returns the
    /// desk only for a session.
    func addOrganiser(_ access: OrganiserAccess, to router: some RouterMethods<HubContext>) {
        for file in OrganiserFile.allCases {
            router.get(RouterPath(file.rawValue)) { _, _ in file.response }
        }
        let open = router.group("/organiser").add(middleware: OriginCheck())
            .add(middleware: OrganiserMiddleware(sessions: access.sessions))
        addLogIn(access.sessions, to: open)
        let routes = open.group(context: OrganiserContext.self)
        addLogOut(access.sessions, to: routes)
        addState(access, to: routes)
        addTickets(access, to: routes)
        addMessages(access, to: routes)
    }

    private func addState(_ access: OrganiserAccess, to routes: RouterGroup<OrganiserContext>) {
        routes.get("/state") { request, context in
            let desk = access.desk(context.session)
            let (version, state) = try await desk.state(of: request.uri.queryParameters.get("event") ?? "")
            guard request.uri.queryParameters.get("version") != version else { return Response(status: .noContent) }
            return try json(Wire.OrganiserPage(now: service.now(), version: version, state: state))
        }
    }

    private func addTickets(_ access: OrganiserAccess, to routes: RouterGroup<OrganiserContext>) {
        routes.get("/tickets") { request, context in
            let text = request.uri.queryParameters.get("q") ?? ""
            guard (1...200).contains(text.unicodeScalars.count) else {
                throw ProblemResponse(.badRequest, "`q` must have 1 to 200 characters.")
            }
            let tickets = try await access.desk(context.session).tickets(matching: text)
            return try json(Wire.OrganiserTickets(tickets: tickets))
        }
        routes.get("/tickets/:ticket") { _, context in
            let id = try Self.ticket(in: context)
            return try json(try found(try await access.desk(context.session).ticket(id)))
        }
        routes.post("/tickets/:ticket") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserActionRequest.self, context: context)
            let id = try Self.ticket(in: context)
            guard let version = TicketVersion(wire.version) else {
                throw ProblemResponse(.badRequest, "`version` must be the version of the ticket that was shown.")
            }
            let (desk, who) = (access.desk(context.session), context.session.name)
            return try json(
                try await describingErrors {
                    try found(try await desk.perform(wire.action, on: id, seen: version, by: who, why: wire.why))
                })
        }
    }

    private func addMessages(_ access: OrganiserAccess, to routes: RouterGroup<OrganiserContext>) {
        routes.post("/messages") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserMessage.self, context: context)
            guard (1...1440).contains(wire.minutes) else {
                throw ProblemResponse(.unprocessableContent, "`minutes` must be 1 to 1440.")
            }
            let (desk, who) = (access.desk(context.session), context.session.name)
            try await describingErrors {
                try await desk.send(wire.text, to: wire.event, gate: wire.gate ?? "", minutes: wire.minutes, by: who)
            }
            return Response(status: .noContent)
        }
    }

    private static func ticket(in context: OrganiserContext) throws -> TicketID {
        guard let id = context.parameters.get("ticket").flatMap({ TicketID($0) }) else {
            throw ProblemResponse(.badRequest, "Name the ticket by its UUID.")
        }
        return id
    }

    private func addLogIn(_ sessions: OrganiserSessions, to routes: RouterGroup<HubContext>) {
        routes.post("/login") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserLogIn.self, context: context)
            guard (1...40).contains(wire.name.unicodeScalars.count), (try? Attribution(actor: wire.name)) != nil else {
                throw ProblemResponse(
                    .unprocessableContent, "Enter your name in 1 to 40 visible characters.")
            }
            switch try await sessions.open(name: wire.name, token: wire.token, from: context.network) {
            case .opened(let secret):
                logger.notice("organiser logged in", metadata: ["peer": "\(context.peer)"])
                var response = Response(status: .noContent)
                response.setCookie(
                    .hidden(
                        OrganiserSessions.cookie, secret, for: SessionLimits.length,
                        isEncrypted: request.isFromEncryptedPage))
                return response
            case .wrongToken:
                logger.warning("wrong organiser token", metadata: ["peer": "\(context.peer)"])
                throw ProblemResponse(.unauthorized, "The token is wrong.")
            case .tooManyTries: throw ProblemResponse(.tooManyRequests, "Too many attempts; wait a minute.")
            }
        }
    }

    private func addLogOut(_ sessions: OrganiserSessions, to routes: RouterGroup<OrganiserContext>) {
        routes.post("/logout") { request, _ in
            if let secret = request.cookies[OrganiserSessions.cookie]?.value { await sessions.close(secret) }
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
