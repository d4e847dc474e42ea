// The contexts of requests.

import FoundationEssentials
import Hummingbird
import NIOCore

/// A request's context. Routes with it are open to every program on this machine; all others are in a group with
/// ``SessionContext``.
struct OfficeContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection.
    let peer: SocketAddress?
    /// The session that the request names.
    var session: OfficeSession?

    /// A form's texts.
    var maxUploadSize: Int { 1 << 20 }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }
}

/// The context of routes for sessions; it cannot be created without one.
struct SessionContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage

    var maxUploadSize: Int { 1 << 20 }

    init(context: OfficeContext) throws {
        guard context.session != nil else {
            throw OfficeRefusal(
                "The session has ended. Start `doorcheck office` again, and open the link that it shows.",
                because: .noSession)
        }
        coreContext = context.coreContext
    }
}

/// Looks up the session named by a request's cookie. It rejects nothing; ``SessionContext`` does.
struct OfficeSessionMiddleware: RouterMiddleware {
    let sessions: OfficeSessions
    let cookie: String
    private let environment = ProcessInfo.processInfo.environment

    init(sessions: OfficeSessions, cookie: String) {
        (self.sessions, self.cookie) = (sessions, cookie)
    }

    func handle(
        _ request: Request,
        context: OfficeContext,
        next: (Request, OfficeContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        guard !request.uri.path.hasPrefix("/office/") || PeerUser.isPermitted(context.peer, environment: environment)
        else {
            throw OfficeRefusal(
                "Another user of this machine has started the office; open it as that user.", because: .noSession)
        }
        if let secret = request.cookies[cookie]?.value { context.session = await sessions.session(of: secret) }
        return try await next(request, context)
    }
}
