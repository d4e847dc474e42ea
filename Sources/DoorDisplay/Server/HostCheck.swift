// Keeps other web sites from speaking to the door through a browser on this box.

import HTTPTypes
import Hummingbird

/// Refuses requests that were addressed to another name, and changes that another site asked for.
///
/// A page of a stranger's can make its own name stand for 127.0.0.1 (DNS rebinding); the request then still says the
/// stranger's name. An address that is open to the network has the PIN instead, since it may have many names.
struct HostCheck: RouterMiddleware {
    private let localNames: Set<String>?

    /// - Parameter address: Where the server listens.
    init(_ address: ListeningAddress) {
        let own = address.host.contains(":") ? "[\(address.host)]" : address.host
        localNames = address.isLocal ? ["localhost", "127.0.0.1", "[::1]", own] : nil
    }

    func handle(
        _ request: Request,
        context: DisplayContext,
        next: (Request, DisplayContext) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority ?? ""
        guard localNames?.contains(Self.host(of: authority)) ?? true else {
            throw HTTPError(.misdirectedRequest)
        }
        if request.method != .get, request.method != .head {
            // A form of another site carries that site's origin; scripts there cannot leave it out. A reverse proxy that
            // ends TLS keeps the name, and the page's origin is then of https.
            guard let origin = request.headers[.origin],
                ["http://", "https://"].contains(where: { $0 + authority == origin })
            else {
                throw HTTPError(.forbidden)
            }
        }
        return try await next(request, context)
    }

    private static func host(of authority: String) -> String {
        let end = authority.last == "]" ? nil : authority.lastIndex(of: ":")
        return String(authority[..<(end ?? authority.endIndex)]).lowercased()
    }
}
