// How slow a request may come.

package import NIOCore
import NIOHTTP1

/// How long a connection waits for the other side.
package struct ConnectionTimeouts: Sendable {
    /// How long a connection may take to ask for something, from its beginning or from the last answer.
    package var idle: TimeAmount
    /// How long a request's body may take before its bytes are counted, and an answer may find no reader.
    package var grace: TimeAmount
    /// Bytes of a body in a second after that; a telephone on the slowest network sends more.
    package var bytesPerSecond = 4096

    package init(idle: TimeAmount, grace: TimeAmount = .seconds(10)) {
        (self.idle, self.grace) = (idle, grace)
    }
}

/// Closes a connection whose request comes too slowly, or whose answer nobody reads; streams may last for ever.
///
/// It stands right behind the decoder of HTTP/1.1. Heads are the matter of ``ConnectionTimeouts/idle``.
final class RequestTimeouts: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let timeout: ConnectionTimeouts
    private let connection: ConnectionLimiter.Connection
    private var requests = 0
    private var received = 0
    private var begin: NIODeadline?
    private var body: Scheduled<Void>?
    private var answer: Scheduled<Void>?

    init(_ timeout: ConnectionTimeouts, of connection: ConnectionLimiter.Connection) {
        self.timeout = timeout
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            requests += 1
            connection.begin()
            (begin, received) = (.now(), 0)
            body?.cancel()
            watchBody(context, for: timeout.grace)
        case .body(let bytes): received += bytes.readableBytes
        case .end:
            begin = nil
            body?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            requests -= 1
            if requests == 0 { connection.end() }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answer?.cancel()
        answer = nil
        if !context.channel.isWritable {
            answer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout.grace + timeout.grace) {
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        body?.cancel()
        answer?.cancel()
    }

    private func watchBody(_ context: ChannelHandlerContext, for time: TimeAmount) {
        body = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.weigh(context) }
    }

    /// A body may take as long as its bytes at the least pace.
    private func weigh(_ context: ChannelHandlerContext) {
        guard let begin else { return }
        let earned = TimeAmount.nanoseconds(Int64(received) * 1_000_000_000 / Int64(timeout.bytesPerSecond))
        let left = begin + timeout.grace + earned - .now()
        if left > .zero { watchBody(context, for: left) } else { context.close(promise: nil) }
    }
}
