// Rejects requests from other sites, and identifies the organiser's session.

import HTTPTypes
import Hummingbird

/// Finds the session of a request, and rejects requests made by another site's page. ``OrganiserContext`` rejects
/// requests without a session.
struct OrganiserCheck: RouterMiddleware {
    let sessions: OrganiserSessions

    func handle(
        _ request: Request,
        context: HubContext,
        next: (Request, HubContext) async throws -> Response
    ) async throws -> Response {
        try Self.refuseOtherSites(request)
        var context = context
        if let secret = request.cookies[OrganiserSessions.cookie]?.value {
            context.session = try await sessions.session(of: secret)
        }
        return try await next(request, context)
    }

    /// Browsers send the origin of the page that makes the request, and its scripts cannot omit it. `SameSite`
    /// additionally keeps the cookie out of such requests.
    private static func refuseOtherSites(_ request: Request) throws {
        guard request.method != .get, request.method != .head else { return }
        let host = request.headers[.origin]?.split(separator: "/").last.map(String.init)
        guard let host, host == request.head.authority else {
            throw ProblemResponse(.forbidden, "Only the organiser's own page may ask for this.")
        }
    }
}
