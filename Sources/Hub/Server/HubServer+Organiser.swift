// The routes of the organiser's page.

import Accounts
import Attendance
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
        router.addWords()
        let open = router.group("/organiser").add(middleware: OriginCheck())
            .add(middleware: OrganiserMiddleware(sessions: access.sessions))
        addLogIn(access.sessions, to: open)
        let figures = open.group(context: PermitContext<FiguresPermit>.self)
        addLogOut(access.sessions, to: figures)
        addState(access.desk, to: figures)
        addDoubles(access.desk, to: figures)
        let tickets = open.group(context: PermitContext<TicketPermit>.self)
        addTickets(access.desk, to: tickets)
        addMessages(access.desk, to: tickets)
        addExports(access.desk, to: tickets)
        addRules(access.desk, to: open.group(context: PermitContext<RulesPermit>.self))
    }

    private func addState(_ desk: OrganiserDashboard, to routes: RouterGroup<PermitContext<FiguresPermit>>) {
        routes.get("/state") { request, context in
            let wanted = request.uri.queryParameters.get("event") ?? ""
            var (version, state) = try await desk.state(of: wanted, for: context.permit)
            let hasOffice = await way(toOfficeFor: request, context.parent) != nil
            if hasOffice { version += "-office" }
            guard request.uri.queryParameters.get("version") != version else { return Response(status: .noContent) }
            let session = context.permit.session
            let who = Wire.OrganiserIdentity(name: session.name, role: session.role)
            return try json(
                Wire.OrganiserPage(now: service.now(), version: version, who: who, office: hasOffice, state: state))
        }
    }

    private func addDoubles(_ desk: OrganiserDashboard, to routes: RouterGroup<PermitContext<FiguresPermit>>) {
        routes.get("/doubles") { request, context in
            guard let event = request.uri.queryParameters.get("event").flatMap(EventID.init) else {
                throw ProblemResponse(.badRequest, "`event` must be the event's UUID.")
            }
            let text = request.uri.queryParameters.get("before")
            let place = text.flatMap { DoublePlace($0) }
            guard (text == nil) == (place == nil) else {
                throw ProblemResponse(.badRequest, "`before` must be `earlier` of another answer.")
            }
            let (doubles, earlier) = try await desk.doubles(before: place, of: event, for: context.permit)
            return try json(Wire.OrganiserDoubles(doubles: doubles, earlier: earlier))
        }
    }

    private func addTickets(_ desk: OrganiserDashboard, to routes: RouterGroup<PermitContext<TicketPermit>>) {
        // In the body: addresses are in the logs of web servers and browsers, and who has a code can enter.
        routes.post("/tickets") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserSearch.self, context: context)
            let limit = wire.limit ?? Self.foundAtOnce
            guard (1...Self.longestSearch).contains(wire.text.unicodeScalars.count),
                OrganiserDashboard.searchLimits.contains(limit)
            else {
                throw ProblemResponse(
                    .unprocessableContent,
                    "`text` must have 1 to \(Self.longestSearch) characters, and `limit` be 1 to 1000.")
            }
            let found = try await desk.tickets(
                matching: wire.text, atMost: limit, keys: eventKeys, for: context.permit)
            return try json(
                Wire.OrganiserTickets(tickets: found.tickets, more: found.hasMore, note: found.note))
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

    /// How many tickets a search finds if it does not say.
    private static let foundAtOnce = 50
    /// The longest text to search for, in characters; other platforms have long codes.
    private static let longestSearch = 500

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

    private func addExports(_ desk: OrganiserDashboard, to routes: RouterGroup<PermitContext<TicketPermit>>) {
        routes.get("/exports/:table") { request, context in
            guard let export = context.parameters.get("table").flatMap(EventExport.init) else {
                let all = EventExport.allCases.map(\.rawValue).joined(separator: ", ")
                throw ProblemResponse(.notFound, "There is no such table; there are \(all).")
            }
            guard let event = request.uri.queryParameters.get("event").flatMap(EventID.init) else {
                throw ProblemResponse(.badRequest, "`event` must be the event's UUID.")
            }
            let permit = context.permit
            guard let slug = try await desk.slug(of: event, for: permit) else {
                throw ProblemResponse(.notFound, "The hub does not have this event.")
            }
            logger.notice(
                "table exported",
                metadata: ["table": "\(export.rawValue)", "event": "\(slug)", "by": "\(permit.session.name)"])
            let body = ResponseBody { writer in
                try await desk.write(export, of: event, for: permit) { rows in
                    try await writer.write(ByteBuffer(string: rows))
                }
                try await writer.finish(nil)
            }
            let name = "\(slug)-\(export.rawValue).csv"
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/csv; charset=utf-8",
                    .contentDisposition: "attachment; filename=\"\(name)\"",
                ],
                body: body)
        }
    }

    private func addRules(_ desk: OrganiserDashboard, to routes: RouterGroup<PermitContext<RulesPermit>>) {
        routes.get("/events/:event") { _, context in
            try json(found(try await desk.rules(of: Self.event(in: context), for: context.permit)))
        }
        routes.post("/events/:event") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserRulesRequest.self, context: context)
            let (id, permit) = (try Self.event(in: context), context.permit)
            return try json(
                try await describingErrors {
                    try found(try await desk.set(wire.rules, of: id, seen: wire.version, for: permit))
                })
        }
        routes.post("/events/:event/closing") { request, context in
            let wire = try await request.decode(as: Wire.OrganiserClosing.self, context: context)
            let (id, permit) = (try Self.event(in: context), context.permit)
            return try json(
                try await describingErrors { try found(try await desk.close(id, wire.closed, for: permit)) })
        }
    }

    private func found(_ event: Wire.OrganiserEvent?) throws -> Wire.OrganiserEvent {
        guard let event else { throw ProblemResponse(.notFound, "The hub does not have this event.") }
        return event
    }

    private static func event(in context: PermitContext<RulesPermit>) throws -> EventID {
        guard let id = context.parameters.get("event").flatMap({ EventID($0) }) else {
            throw ProblemResponse(.badRequest, "Name the event by its UUID.")
        }
        return id
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
                // The account's name, not the one that was typed.
                let known = try await sessions.session(of: secret)?.name ?? "\(name)"
                logger.notice("organiser logged in", metadata: ["peer": peer, "name": "\(known)"])
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
