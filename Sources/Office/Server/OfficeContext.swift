// The context of requests.

import FoundationEssentials
import HTTPSupport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A request's context. Routes with it are open to everybody who reaches the office; all others are in a group of
/// ``OfficeRoutes``.
struct OfficeContext: SessionRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// The session that the request names.
    var session: OfficeSession?

    /// The other end of the connection.
    var peer: SocketAddress? { channel.remoteAddress }

    /// A form's texts.
    var maxUploadSize: Int { 1 << 20 }

    static var noSession: any Error { OfficeRefusal("The session has ended. Log in again.", because: .noSession) }

    /// The network that limits are counted for.
    var network: String { peer.flatMap { PeerAddress($0) }?.description ?? "unknown" }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// Looks up the session named by a request's cookie. It rejects other users of this machine, unless the office is for
/// everybody with an account, and pages that belong to
/// another person than the session; ``OfficePermit`` rejects the rest.
struct OfficeSessionMiddleware: RouterMiddleware {
    let sessions: OfficeSessions
    let cookie: String
    /// Called with a session that has just ended, because its account was changed or removed.
    let onEnded: @Sendable (OfficeSession) async -> Void
    /// Whether any user of this machine may have an account; the service has no link that another user could take.
    let servesAllUsers: Bool
    private let connections: PermittedConnections

    init(
        sessions: OfficeSessions, cookie: String, servesAllUsers: Bool,
        onEnded: @escaping @Sendable (OfficeSession) async -> Void
    ) {
        (self.sessions, self.cookie, self.servesAllUsers) = (sessions, cookie, servesAllUsers)
        self.onEnded = onEnded
        let environment = ProcessInfo.processInfo.environment
        connections = PermittedConnections { PeerUser.isPermitted($0, environment: environment) }
    }

    func handle(
        _ request: Request,
        context: OfficeContext,
        next: (Request, OfficeContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        guard
            servesAllUsers || !request.uri.path.hasPrefix("/office/")
                || connections.permit(context.channel)
        else {
            throw OfficeRefusal(
                "Another user of this machine has started the office; open it as that user.", because: .noSession)
        }
        guard let secret = request.cookies[cookie]?.value else { return try await next(request, context) }
        switch try await sessions.state(of: secret) {
        case .none: return try await next(request, context)
        case .ended(let session):
            await onEnded(session)
            return try await next(request, context)
        case .open(let session):
            try Self.check(request, isOf: session.person)
            context.session = session
            return guarded(try await next(request, context), secret)
        }
    }

    /// The header with the person that a page belongs to. Browsers send a cookie from all their tabs: without it, a
    /// page on which one person has typed would go on under the name of another who has logged in in another tab.
    static let person = HTTPField.Name("Office-Person")

    private static func check(_ request: Request, isOf person: OfficePerson) throws(OfficeRefusal) {
        let path = request.uri.path
        guard path != "/office/session", path != "/office/logout" else { return }
        guard let name = Self.person, let owner = request.headers[name], owner != person.id else { return }
        throw OfficeRefusal(
            "\(person.name) has logged in in this browser meanwhile.", because: .noSession, kind: .otherPerson)
    }

    /// A response that is sent piece by piece ends with the session: nobody goes on reading with an account that was
    /// removed.
    private func guarded(_ response: Response, _ secret: String) -> Response {
        guard response.body.contentLength == nil else { return response }
        var response = response
        let body = response.body
        response.body = ResponseBody { writer in
            try await body.write(
                SessionWriter(writer: writer, sessions: sessions, secret: secret, onEnded: onEnded))
        }
        return response
    }
}

/// Writes a body as long as the session lasts.
struct SessionWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let sessions: OfficeSessions
    let secret: String
    let onEnded: @Sendable (OfficeSession) async -> Void

    mutating func write(_ buffer: ByteBuffer) async throws {
        switch try await sessions.state(of: secret) {
        case .open: break
        case .ended(let session):
            await onEnded(session)
            throw CancellationError()
        case .none: throw CancellationError()
        }
        try await writer.write(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}

/// Logs what is done, and who did it; not what is only looked at. Names of guests and reasons are in no log.
struct DeedLog: RouterMiddleware {
    /// Requests that change nothing, though they have a body, and the pictures of a batch, whose beginning and end are
    /// logged: the ledger has each admission.
    private static let questions: Set<String> = [
        "/office/summary", "/office/events/{event}/tickets", "/office/lists/{list}", "/office/boxes/look",
        "/office/boxes/{box}/effect", "/office/pictures/{batch}", "/office/pictures/{batch}/zips/{zip}/{entry}",
    ]
    /// Files that leave the office with what others must not have.
    private static let exports: Set<String> = [
        "/office/key/copy", "/office/events/{event}/box.key", "/office/boxes/{box}/sync",
        "/office/events/{event}/tickets.pdf", "/office/events/{event}/tickets.zip", "/office/events/{event}/report.pdf",
        "/office/events/{event}/report.html", "/office/tickets/{ticket}/code.png", "/office/mail-files/{file}",
        "/office/events/{event}/tables/{table}",
    ]

    func handle(
        _ request: Request,
        context: OfficeContext,
        next: (Request, OfficeContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        let route = context.endpointPath ?? ""
        let isDeed = request.method == .post ? !Self.questions.contains(route) : Self.exports.contains(route)
        if isDeed, let session = context.session {
            context.logger.notice(
                "done in the office",
                metadata: [
                    "by": "\(session.person.name)", "what": "\(request.method) \(request.uri.path)",
                    "status": "\(response.status.code)",
                ])
        }
        return response
    }
}
