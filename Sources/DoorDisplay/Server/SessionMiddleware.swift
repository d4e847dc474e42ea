// Identifies the staff session of a request.

import HTTPTypes
import Hummingbird

/// Looks up the session named by a request's cookie. It rejects nothing; the contexts of the routes do.
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
