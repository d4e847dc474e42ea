// The routes of the organiser's page.

import HTTPSupport
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore
import TicketSigning

extension HubServer {
    /// Adds the organiser's routes. The desk's routes need an ``OrganiserContext``: ``OrganiserAccess`` returns the
    /// desk only for a session.
    func addOrganiser(_ room: OrganiserAccess, to router: some RouterMethods<HubContext>) {
        for file in OrganiserFile.allCases {
            router.get(RouterPath(file.rawValue)) { _, _ in file.response }
        }
        let open = router.group("/organiser").add(middleware: OriginCheck())
            .add(middleware: OrganiserMiddleware(sessions: room.sessions))
        addLogIn(room.sessions, to: open)
        let routes = open.group(context: OrganiserContext.self)
        addLogOut(room.sessions, to: routes)
        routes.get("/state") { request, context in
            let desk = room.desk(context.session)
            let (version, state) = try await desk.state(of: request.uri.queryParameters.get("event") ?? "")
            guard request.uri.queryParameters.get("version") != version else { return Response(status: .noContent) }
            return try json(Wire.OrganiserPage(now: service.now(), version: version, state: state))
        }
        routes.get("/tickets") { request, context in
            let desk = room.desk(context.session)
            let text = request.uri.queryParameters.get("q") ?? ""
            guard (1...200).contains(text.count) else {
                throw ProblemResponse(.badRequest, "`q` has 1 to 200 characters.")
            }
            return try json(Wire.OrganiserTickets(tickets: try await desk.tickets(matching: text)))
        }
        routes.get("/tickets/:ticket") { _, context in
            let desk = room.desk(context.session)
            guard let id = context.parameters.get("ticket").flatMap({ TicketID($0) }) else {
                throw ProblemResponse(.badRequest, "A ticket is named by its UUID.")
            }
            return try json(try found(try await desk.ticket(id)))
        }
        routes.post("/tickets/:ticket") { request, context in
            let desk = room.desk(context.session)
            let wire = try await request.decode(as: Wire.OrganiserActionRequest.self, context: context)
            guard let id = context.parameters.get("ticket").flatMap({ TicketID($0) }) else {
                throw ProblemResponse(.badRequest, "A ticket is named by its UUID.")
            }
            guard let version = TicketVersion(wire.version) else {
                throw ProblemResponse(.badRequest, "`version` is the ticket's as it was seen.")
            }
            let who = context.session.name
            return try json(
                try await saying {
                    try found(try await desk.perform(wire.action, on: id, seen: version, by: who, why: wire.why))
                })
        }
        routes.post("/messages") { request, context in
            let desk = room.desk(context.session)
            let wire = try await request.decode(as: Wire.OrganiserMessage.self, context: context)
            guard (1...1440).contains(wire.minutes) else {
                throw ProblemResponse(.unprocessableContent, "`minutes` is 1 to 1440.")
            }
            let who = context.session.name
            try await saying {
                try await desk.send(wire.text, to: wire.event, gate: wire.gate ?? "", minutes: wire.minutes, by: who)
            }
            return Response(status: .noContent)
        }
    }

    private func addLogIn(_ sessions: OrganiserSessions, to routes: RouterGroup<HubContext>) {
        routes.post("/login") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserLogIn.self, context: context)
            guard (1...40).contains(wire.name.count), (try? Attribution(actor: wire.name)) != nil else {
                throw ProblemResponse(
                    .unprocessableContent, "Say who you are in 1 to 40 letters that everybody can see.")
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
                logger.warning("wrong organiser's token", metadata: ["peer": "\(context.peer)"])
                throw ProblemResponse(.unauthorized, "That is not the token.")
            case .tooManyTries: throw ProblemResponse(.tooManyRequests, "Too many tries; wait a minute.")
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
    private func saying<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch LedgerError.refused(let reason) {
            throw ProblemResponse(.conflict, reason)
        } catch LedgerError.changedMeanwhile(let news) {
            throw ProblemResponse(.conflict, news.sentence { $0.clock }, type: .changedMeanwhile)
        }
    }
}

extension Timestamp {
    /// The time of day in an RFC 3339 text; the page shows times in the reader's own time zone.
    fileprivate var clock: String { "\(description.dropFirst(11).prefix(5)) UTC" }
}
