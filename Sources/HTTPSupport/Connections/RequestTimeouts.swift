// Timeouts for slow connections.

package import NIOCore
import NIOHTTP1

/// How long a connection waits for the client.
package struct ConnectionTimeouts: Sendable {
    /// How long a connection may take to send a request, from its beginning or from the last response.
    package var idle: TimeAmount
    /// How long a request's body may take before its rate is checked; a response may go unread for twice as long.
    package var grace: TimeAmount
    /// The minimum rate of a body after that, in bytes per second; a phone on the slowest network sends more.
    package var bytesPerSecond = 4096

    package init(idle: TimeAmount, grace: TimeAmount = .seconds(10)) {
        (self.idle, self.grace) = (idle, grace)
    }
}

/// Closes a connection whose request arrives too slowly, or whose response is not read; streams may last
/// indefinitely.
///
/// The handler comes right after the HTTP/1.1 decoder. ``ConnectionTimeouts/idle`` covers request heads.
final class RequestTimeouts: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let timeouts: ConnectionTimeouts
    private let connection: ConnectionLimiter.Connection
    private var requests = 0
    private var received = 0
    private var begin: NIODeadline?
    private var body: Scheduled<Void>?
    private var answer: Scheduled<Void>?

    init(_ timeouts: ConnectionTimeouts, of connection: ConnectionLimiter.Connection) {
        self.timeouts = timeouts
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            requests += 1
            connection.begin()
            (begin, received) = (.now(), 0)
            body?.cancel()
            watchBody(context, for: timeouts.grace)
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
            answer = context.eventLoop.assumeIsolated().scheduleTask(in: timeouts.grace + timeouts.grace) {
                context.reset()
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

    /// Grants a body as much time as its bytes need at the minimum rate.
    private func weigh(_ context: ChannelHandlerContext) {
        guard let begin else { return }
        let earned = TimeAmount.seconds(Int64(received) / Int64(timeouts.bytesPerSecond))
        let left = begin + timeouts.grace + earned - .now()
        if left > .zero { watchBody(context, for: left) } else { context.close(promise: nil) }
    }
}
