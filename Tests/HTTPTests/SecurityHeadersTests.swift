// Headers of answers that no one expected.

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPSupport

struct SecurityHeadersTests {
    private struct Unexpected: Error {}

    private func answer(to body: @escaping @Sendable () throws -> Response) async throws -> Response {
        let headers = SecurityHeaders<BasicRequestContext>(
            answer: { error, request, context in
                try HTTPError(.internalServerError, message: "\(type(of: error))").response(
                    from: request, context: context)
            },
            more: { [.server: "this"] })
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/"),
            body: RequestBody(buffer: ByteBuffer()))
        let context = BasicRequestContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
        return try await headers.handle(request, context: context) { _, _ in try body() }
    }

    @Test("An error that no one expected is answered with the same headers as any page")
    func errors() async throws {
        let response = try await answer { throw Unexpected() }
        #expect(response.status == .internalServerError)
        #expect(response.headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        #expect(response.headers[.cacheControl] == "no-store" && response.headers[.server] == "this")
    }

    @Test("A response keeps its own policy and caching, and no other header of those")
    func own() async throws {
        let response = try await answer {
            var response = Response(status: .ok, headers: [.cacheControl: "no-cache", .xContentTypeOptions: "other"])
            response.headers[.contentSecurityPolicy] = "mine"
            return response
        }
        #expect(response.headers[.contentSecurityPolicy] == "mine" && response.headers[.cacheControl] == "no-cache")
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
    }
}
