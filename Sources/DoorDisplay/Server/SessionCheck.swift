// Keeps what is not for everybody behind the PIN.

import HTTPTypes
import Hummingbird

/// Finds out who of the staff sent a request, and turns away strangers.
///
/// On this machine alone the guest page is open to all. Where other machines can reach the pages, it needs a session
/// as well; what remains open then is the page to log in by, and what holds no names.
struct SessionCheck: RouterMiddleware {
    let sessions: StaffSessions?
    let isLocal: Bool

    private static let open: Set<String> = [
        "/staff", "/staff.css", "/staff.js", "/style.css", "/link.js", "/icon.svg", "/staff/login", "/healthz",
        "/readyz", "/metrics",
    ]

    func handle(
        _ request: Request,
        context: DisplayContext,
        next: (Request, DisplayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let token = request.cookies[StaffSessions.cookie]?.value { context.staff = await sessions?.name(of: token) }
        let path = request.uri.path
        let isOpen = Self.open.contains(path) || (isLocal && !path.hasPrefix("/staff/"))
        if context.staff == nil, !isOpen {
            guard path == "/" else { throw HTTPError(.unauthorized) }
            return Response(status: .seeOther, headers: [.location: "/staff"])
        }
        return try await next(request, context)
    }
}
