// Identifies the session of a request.

import Hummingbird

/// Looks up the session named by a request's cookie. It rejects nothing; ``PermitContext`` does.
struct OrganiserMiddleware: RouterMiddleware {
    let sessions: OrganiserSessions

    func handle(
        _ request: Request,
        context: HubContext,
        next: (Request, HubContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let secret = request.cookies[OrganiserSessions.cookie]?.value {
            context.session = try await sessions.session(of: secret)
        }
        return try await next(request, context)
    }
}
