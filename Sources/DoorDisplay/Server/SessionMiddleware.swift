// Finds out who of the staff sent a request.

import HTTPTypes
import Hummingbird

/// Looks up the session that a request's cookie names. It turns nobody away: the contexts of the routes do.
struct SessionMiddleware: RouterMiddleware {
    let sessions: StaffSessions?
    let isLocal: Bool

    func handle(
        _ request: Request,
        context: DisplayContext,
        next: (Request, DisplayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.isLocal = isLocal
        if let token = request.cookies[StaffSessions.cookie]?.value {
            context.session = await sessions?.session(of: token)
        }
        return try await next(request, context)
    }
}
