// The routes of the staff page.

import HTTPSupport
import HTTPTypes
import Hummingbird
import Logging

extension DisplayServer {
    private struct LogIn: Decodable {
        let name: String
        let pin: String
    }

    private struct StaffActionRequest: Decodable {
        let action: StaffAction
        let ticket: String
        /// The epoch of the key that signed the code; absent if the ticket was found by search.
        let epoch: UInt32?
        /// The version of the ticket that the person saw.
        let version: String
        let why: String
    }

    private struct Reading: Decodable {
        let message: String
    }

    private struct OpenedGuest: Decodable {
        /// The number of the guest who waits; absent if the page has only closed a ticket.
        let guest: Int?
        /// A text that the page has made up for itself.
        let page: String
    }

    private struct Dismissal: Decodable {
        let guest: Int
    }

    private struct Move: Decodable {
        let gate: String
    }

    /// The length of a page's name in Unicode scalars; the rest is cut off.
    private static let longestPageName = 32

    /// The response to every request of the staff page.
    private struct Said: Encodable {
        let said: String
        /// Why nothing was done; absent on success.
        var type: StaffRefusal.Kind?
        /// What the rules object to in a sale, to be sent again by a person who accepts it.
        var objections: String?
        /// The ticket to look at, because it was sold before.
        var ticket: String?
    }

    private struct StaffPage: Encodable {
        let language: String
        let direction: String
        let texts: [String: String]
    }

    private var staffTexts: Response {
        get throws {
            let language = options.language
            return try json(
                StaffPage(
                    language: language.tag, direction: language.isRightToLeft ? "rtl" : "ltr",
                    texts: Dictionary(
                        uniqueKeysWithValues: StaffLabel.allCases.map { ($0.rawValue, language.staffText($0)) })))
        }
    }

    /// Adds the staff page's routes. The desk's routes need a ``StaffContext``: ``StaffAccess`` returns the desk only
    /// for a session.
    func addStaffPage(_ staff: StaffAccess, to routes: some RouterMethods<DisplayContext>) {
        routes.post("/staff/login") { request, context in
            let browser = request.cookies[StaffSessions.browserCookie]?.value
            return try await logIn(
                try await request.decode(as: LogIn.self, context: context), browser, staff, context,
                isEncrypted: request.isFromEncryptedPage)
        }
        // The log-in is in this language, too.
        routes.get("/staff/page.json") { _, _ in try staffTexts }
        let router = routes.group(context: StaffContext.self)
        addSession(staff, to: router)
        addDoor(staff, to: router)
        addTickets(staff, to: router)
        addSales(staff, to: router)
        addQueue(to: router)
    }

    private func addSession(_ staff: StaffAccess, to router: RouterGroup<StaffContext>) {
        router.post("/staff/logout") { request, _ in
            if let token = request.cookies[StaffSessions.cookie]?.value { await staff.sessions.close(token) }
            return Response(status: .noContent)
        }
        router.get("/staff/me") { _, context in try json(["name": context.session.name]) }
        router.get("/staff/events") { request, context in
            try await events(for: .staff(context.session), request, isThisMachine: context.isThisMachine)
        }
    }

    private func addDoor(_ staff: StaffAccess, to router: RouterGroup<StaffContext>) {
        router.get("/staff/gates") { _, context in
            try await answer { try await staff.desk(context.session).gates() }
        }
        router.post("/staff/gate") { request, context in
            let gate = try await request.decode(as: Move.self, context: context).gate
            let who = context.session.name
            return try await answer {
                let said = try await staff.desk(context.session).move(to: gate, by: who)
                await board.update { $0.gate = gate }
                return Said(said: said)
            }
        }
        router.post("/staff/dismiss") { request, context in
            let message = try await request.decode(as: Reading.self, context: context).message
            let who = context.session.name
            return try await answer {
                let said = try await staff.desk(context.session).dismiss(message, by: who)
                await board.update { $0.messages.removeAll { $0.id == message } }
                return Said(said: said)
            }
        }
    }

    private func addTickets(_ staff: StaffAccess, to router: RouterGroup<StaffContext>) {
        router.get("/staff/find") { request, context in
            let text = request.uri.queryParameters.get("q") ?? ""
            return try await answer { text.isEmpty ? [] : try await staff.desk(context.session).find(text) }
        }
        router.get("/staff/explain") { request, context in
            let ticket = request.uri.queryParameters.get("ticket") ?? ""
            let epoch = request.uri.queryParameters.get("epoch", as: UInt32.self)
            return try await answer { try await staff.desk(context.session).explain(ticket, signedIn: epoch) }
        }
        router.post("/staff/act") { request, context in
            let act = try await request.decode(as: StaffActionRequest.self, context: context)
            let who = context.session.name
            return try await answer {
                let result = try await staff.desk(context.session).perform(
                    act.action, on: act.ticket, signedIn: act.epoch, seen: act.version, by: who, why: act.why)
                if let moment = result.undone { await board.undo(act.ticket, at: moment) }
                return Said(said: result.sentence)
            }
        }
    }

    private func addSales(_ staff: StaffAccess, to router: RouterGroup<StaffContext>) {
        router.get("/staff/sales") { _, context in
            try await answer { try await staff.desk(context.session).sales() }
        }
        router.post("/staff/sell") { request, context in
            let sale = try await request.decode(as: StaffSale.self, context: context)
            let who = context.session.name
            return try await answer {
                let result = try await staff.desk(context.session).sell(sale, by: who)
                return Said(said: result.sentence, ticket: result.ticket)
            }
        }
    }

    private func addQueue(to router: RouterGroup<StaffContext>) {
        router.post("/staff/queue/open") { request, context in
            let opening = try await request.decode(as: OpenedGuest.self, context: context)
            let page = String(opening.page.unicodeScalars.prefix(Self.longestPageName))
            guard await board.openGuest(opening.guest, by: context.session.name, on: page) else {
                return try json(Said(said: "", type: .changedMeanwhile), status: .conflict)
            }
            return Response(status: .noContent)
        }
        router.post("/staff/queue/dismiss") { request, context in
            let guest = try await request.decode(as: Dismissal.self, context: context).guest
            return try await answer {
                guard let gone = await board.dismissGuest(guest) else {
                    throw StaffRefusal(options.language.staffText(.guestGone), .changedMeanwhile)
                }
                logger.notice(
                    "guest taken off the queue",
                    metadata: ["ticket.id": "\(gone.verdict.ticket ?? "")", "by": "\(context.session.name)"])
                return Said(said: options.language.staffText(.guestTakenOff))
            }
        }
    }

    private func logIn(
        _ logIn: LogIn,
        _ browser: String?,
        _ staff: StaffAccess,
        _ context: DisplayContext,
        isEncrypted: Bool
    ) async throws -> Response {
        guard (1...40).contains(logIn.name.unicodeScalars.count), staff.isName(logIn.name) else {
            return try json(
                Said(said: options.language.staffText(.nameNeeded)),
                status: .unprocessableContent)
        }
        switch await staff.sessions.open(
            name: logIn.name, pin: logIn.pin, from: context.network, browser: browser
        ) {
        case .opened(let token, let mark):
            var response = Response(status: .noContent)
            response.setCookie(
                .hidden(StaffSessions.cookie, token, for: SessionLimits.length, isEncrypted: isEncrypted))
            response.setCookie(
                .hidden(
                    StaffSessions.browserCookie, mark, for: KnownBrowser.length, isEncrypted: isEncrypted))
            logger.notice("staff logged in", metadata: ["peer": "\(context.peer)"])
            return response
        case .wrongPIN:
            logger.warning("wrong PIN", metadata: ["peer": "\(context.peer)"])
            return try json(Said(said: options.language.staffText(.wrongPIN)), status: .unauthorized)
        case .tooManyTries(let wait):
            var response = try json(Said(said: options.language.staffText(.tooManyTries)), status: .tooManyRequests)
            response.headers[.retryAfter] = String(max(Int((wait / .seconds(1)).rounded(.up)), 1))
            return response
        }
    }

    /// Returns the desk's answer, or the sentence of its refusal.
    private func answer(_ body: () async throws -> some Encodable) async throws -> Response {
        do {
            return try json(try await body())
        } catch let refusal as StaffRefusal {
            return try json(
                Said(said: refusal.description, type: refusal.kind, objections: refusal.objections), status: .conflict)
        } catch {
            logger.error("staff request failed", metadata: ["error": "\(error)"])
            return try json(Said(said: "\(error)"), status: .serviceUnavailable)
        }
    }
}
