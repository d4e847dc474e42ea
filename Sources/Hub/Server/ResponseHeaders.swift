// The headers of every response.

import HTTPTypes
import Hummingbird
import Logging

/// Adds the hub's time to each response, forbids caching and framing unless the response says otherwise, and turns
/// errors into messages.
struct ResponseHeaders: RouterMiddleware {
    let now: @Sendable () -> Int64

    private static let headers: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("Cache-Control", "no-store"),
    ]

    func handle(
        _ request: Request,
        context: HubContext,
        next: (Request, HubContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            let refusal = ProblemResponse(error)
            if refusal.status.kind == .serverError {
                context.logger.error("hub could not answer", metadata: ["error": "\(error)"])
            }
            response = refusal.response(from: request, context: context)
        }
        for (name, value) in Self.headers {
            guard let name = HTTPField.Name(name), response.headers[name] == nil else { continue }
            response.headers[name] = value
        }
        if let name = HTTPField.Name(SignatureHeader.time) { response.headers[name] = String(now()) }
        return response
    }
}
