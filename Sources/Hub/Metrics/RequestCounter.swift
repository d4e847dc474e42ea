// Counts requests.

import HTTPTypes
import Hummingbird

/// Counts each request with the status of its answer.
struct RequestCounter: RouterMiddleware {
    let metrics: HubMetrics

    func handle(
        _ request: Request,
        context: HubContext,
        next: (Request, HubContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        // What has no route has one of the framework's, which is no address.
        let path = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
        metrics.answered(request.method, path, response.status)
        return response
    }
}
