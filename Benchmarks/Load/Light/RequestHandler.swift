// HTTP/1.1 over a connection, one request at a time.

import NIOCore
import NIOHTTP1

/// A request, and what its answer completes.
struct OpenRequest: Sendable {
    let head: HTTPRequestHead
    let body: [UInt8]
    let answer: EventLoopPromise<Answer>

    /// A hub's answer.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }
}

/// The connection ended before the answer.
struct ConnectionEnded: Error {}

/// Sends an ``OpenRequest`` and collects its answer.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = OpenRequest
    typealias OutboundOut = HTTPClientRequestPart

    private var waiting: EventLoopPromise<OpenRequest.Answer>?
    private var status = 0
    private var body: [UInt8] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let request = unwrapOutboundIn(data)
        waiting = request.answer
        context.write(wrapOutboundOut(.head(request.head)), promise: nil)
        if !request.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: request.body)))), promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (status, body) = (Int(head.status.code), [])
        case .body(let part): body += part.readableBytesView
        case .end:
            waiting?.succeed(OpenRequest.Answer(status: status, body: body))
            waiting = nil
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting?.fail(ConnectionEnded())
        waiting = nil
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
