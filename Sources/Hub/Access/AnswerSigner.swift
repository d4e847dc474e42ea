// Signs the hub's answers to boxes.

import HTTPTypes
import HubProtocol
import Hummingbird
import Ledger
import NIOCore
import Sync
import Synchronization
import TicketSigning

/// Signs the answer to each request that has a signature, errors included, so that a box knows that its hub answered,
/// and answered this request. TLS alone does not say so: without a certificate anyone on the way can answer.
struct AnswerSigner: RouterMiddleware {
    typealias Context = HubContext

    private let key: BoxKey
    private let publicKey: String

    /// The hash of a body before it is compressed, from the route to this middleware; it does not leave the hub.
    static let bodyHash = HTTPField.Name("DoorCheck-Body-Hash")

    init(key: BoxKey) {
        self.key = key
        publicKey = RecordBytes(key.publicKey.bytes).base64url
    }

    func handle(
        _ request: Request,
        context: HubContext,
        next: (Request, HubContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let hash = Self.bodyHash.flatMap { response.headers[$0] }.flatMap { RecordBytes(base64url: $0)?.bytes }
        if let name = Self.bodyHash { response.headers[name] = nil }
        guard let signed = request.header(SignatureHeader.signature) else { return response }
        let bodyHash: [UInt8]
        if let hash { bodyHash = hash } else { bodyHash = SHA256.hash(try await collect(&response)) }
        let answer = AnswerSignature(
            method: request.method.rawValue, target: request.uri.string, request: signed,
            status: response.status.code, time: response.header(SignatureHeader.time) ?? "",
            bodyHash: bodyHash)
        response.set(SignatureHeader.hubKey, publicKey)
        response.set(SignatureHeader.hubSignature, RecordBytes(key.sign(answer.message)).base64url)
        return response
    }

    /// Returns the body; answers to boxes are in memory already.
    private func collect(_ response: inout Response) async throws -> [UInt8] {
        let writer = CollectingWriter()
        try await response.body.write(writer)
        let body = writer.buffer.withLock { $0 }
        response.body = ResponseBody(byteBuffer: body)
        return Array(body.readableBytesView)
    }
}

private final class CollectingWriter: ResponseBodyWriter {
    let buffer = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws {
        self.buffer.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension Request {
    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}

extension Response {
    fileprivate func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

    fileprivate mutating func set(_ name: String, _ value: String) {
        if let name = HTTPField.Name(name) { headers[name] = value }
    }
}
