// A limit on requests that are sent before earlier ones are answered.

import NIOCore
import NIOHTTP1

/// Resets a connection that sends too many requests without waiting for responses (pipelining, RFC 9112 section 9.3.2).
///
/// All requests in a received buffer are decoded at once: without a limit, 64 KiB of short requests take several
/// megabytes, on each connection. The handler comes right after the HTTP/1.1 decoder.
final class PipelineLimit: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let most: Int
    private var unanswered = 0
    private var isOver = false

    /// - Parameter most: The number of requests that may be unanswered at once, 1 or more.
    init(_ most: Int) {
        self.most = most
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The decoder goes on with what it has.
        guard !isOver else { return }
        if case .head = unwrapInboundIn(data) {
            unanswered += 1
            isOver = unanswered > most
            guard !isOver else { return context.reset() }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }
}
