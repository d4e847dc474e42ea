// The security headers of every response.

package import HTTPTypes
package import Hummingbird

/// Adds headers to every response, including those to errors: no scripts or files unless the response is a page, no
/// frames, no content sniffing, no caching unless the response says otherwise.
package struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    private let answer: @Sendable (any Error, Request, Context) throws -> Response
    private let more: @Sendable () -> HTTPFields

    /// - Parameters:
    ///   - answer: Returns the response to an error.
    ///   - more: Returns headers to add to each response.
    package init(
        answer: @escaping @Sendable (any Error, Request, Context) throws -> Response,
        more: @escaping @Sendable () -> HTTPFields = { [:] }
    ) {
        self.answer = answer
        self.more = more
    }

    package func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try answer(error, request, context)
        }
        for field in SecurityPolicy.fields { response.headers[field.name] = field.value }
        for field in more() { response.headers[field.name] = field.value }
        for field in SecurityPolicy.defaults where response.headers[field.name] == nil {
            response.headers[field.name] = field.value
        }
        return response
    }
}

/// What responses permit a browser to do.
enum SecurityPolicy {
    /// The content security policy of a page: only files of its own server, and `load.js` within it, by its SHA-256.
    static let page = [
        "default-src 'none'", "script-src 'self' 'sha256-17DvYeX4rK+GegEuLmIXWxQDg3l9Vaq/ZuPiWY0/hjI='",
        "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
    ].joined(separator: "; ")

    /// The headers of every response.
    static let fields = fields([
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ])

    /// The headers of responses that have none of their own.
    static let defaults = fields([
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("Cache-Control", "no-store"),
    ])

    private static func fields(_ pairs: [(name: String, value: String)]) -> HTTPFields {
        HTTPFields(
            pairs.compactMap { pair in HTTPField.Name(pair.name).map { HTTPField(name: $0, value: pair.value) } })
    }
}
