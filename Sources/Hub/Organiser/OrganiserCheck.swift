// Keeps other sites from using the organiser's pages, and finds out who sent a request.

import HTTPTypes
import Hummingbird

/// Finds out who of the organisers sent a request, and turns away what another site's page asked for. Strangers are
/// turned away by ``OrganiserContext``.
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

    /// A page of another site carries that site's origin; scripts there cannot leave it out. `SameSite` keeps the
    /// cookie from it as well.
    private static func refuseOtherSites(_ request: Request) throws {
        guard request.method != .get, request.method != .head else { return }
        let host = request.headers[.origin]?.split(separator: "/").last.map(String.init)
        guard let host, host == request.head.authority else {
            throw ProblemResponse(.forbidden, "Only the organiser's own page may ask for this.")
        }
    }
}
