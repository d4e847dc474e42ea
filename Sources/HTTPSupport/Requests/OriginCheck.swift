// Protects a server's pages from other web sites in the same browser.

import HTTPTypes
package import Hummingbird

/// Rejects requests that are addressed to another host name, and changes requested by another site.
///
/// A stranger's page can make its own name resolve to 127.0.0.1 (DNS rebinding); the request still contains the
/// stranger's name. A server that is open to the network, or behind a reverse proxy, may have many names, and relies
/// on its sessions instead.
package struct OriginCheck<Context: RequestContext>: RouterMiddleware {
    private let isOwn: @Sendable (String) -> Bool
    private let schemes: [String]

    /// - Parameter names: The only names and addresses of the server, in lower case and without a port; `nil` for any.
    package init(names: Set<String>? = nil) {
        isOwn = { names?.contains($0) ?? true }
        schemes = ["http://", "https://"]
    }

    /// Creates a check for a server that browsers reach over TLS only, and whose names may change.
    ///
    /// - Parameter isOwn: Returns whether a name or an address, in lower case and without a port, is the server's.
    package init(encryptedAs isOwn: @escaping @Sendable (String) -> Bool) {
        self.isOwn = isOwn
        schemes = ["https://"]
    }

    package func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority ?? ""
        guard isOwn(Self.host(of: authority)) else { throw HTTPError(.misdirectedRequest) }
        if request.method != .get, request.method != .head {
            // Browsers send the origin of the page that makes the request, and its scripts cannot omit it. A reverse
            // proxy that terminates TLS keeps the name, and the page's origin then starts with https. `SameSite`
            // additionally keeps the cookie out of such requests.
            guard let origin = request.headers[.origin],
                schemes.contains(where: { $0 + authority == origin })
            else { throw HTTPError(.forbidden, message: "Only this server's own pages may send this request.") }
        }
        return try await next(request, context)
    }

    private static func host(of authority: String) -> String {
        let end = authority.last == "]" ? nil : authority.lastIndex(of: ":")
        return String(authority[..<(end ?? authority.endIndex)]).lowercased()
    }
}

extension Request {
    /// Whether the page that makes the request was loaded over TLS; its origin has been checked.
    package var isFromEncryptedPage: Bool { headers[.origin]?.hasPrefix("https://") ?? false }
}
