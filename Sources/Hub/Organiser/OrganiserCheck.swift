// Keeps the organiser's pages behind the token, and other sites from using them.

import HTTPTypes
import Hummingbird

/// Finds out who of the organisers sent a request, and turns away strangers and what another site's page asked for.
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
            context.organiser = try await sessions.name(of: secret)
        }
        guard context.organiser != nil || request.uri.path == "/organiser/login" else {
            throw Refusal(.unauthorized, "Log in with the token that `doorcheck hub token` shows.")
        }
        return try await next(request, context)
    }

    /// A page of another site carries that site's origin; scripts there cannot leave it out. `SameSite` keeps the
    /// cookie from it as well.
    private static func refuseOtherSites(_ request: Request) throws {
        guard request.method != .get, request.method != .head else { return }
        let host = request.headers[.origin]?.split(separator: "/").last.map(String.init)
        guard let host, host == request.head.authority else {
            throw Refusal(.forbidden, "Only the organiser's own page may ask for this.")
        }
    }
}
