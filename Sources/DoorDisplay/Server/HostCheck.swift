// Protects the door from other web sites in a browser on this box.

import HTTPTypes
import Hummingbird

/// Rejects requests that are addressed to another host name, and changes requested by another site.
///
/// A stranger's page can make its own name resolve to 127.0.0.1 (DNS rebinding); the request still contains the
/// stranger's name. An address that is open to the network may have many names, and is protected by the PIN instead.
struct HostCheck: RouterMiddleware {
    private let localNames: Set<String>?

    /// - Parameter address: The address on which the server listens.
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
            // Browsers send the origin of the page that makes the request, and its scripts cannot omit it. A reverse
            // proxy that terminates TLS keeps the name, and the page's origin then starts with https.
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
