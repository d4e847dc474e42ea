// HTTP/1.1 for as many as there is room for.

package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1

/// A server's connections with limits on their number and on the time they take.
package struct LimitedChannel: ServerChildChannel {
    package typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel
    private let limiter: ConnectionLimiter
    private let patience: Patience

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let connection = limiter.admit(channel)
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            if let connection {
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(RequestPace(patience, of: connection), position: .after(decoder))
            } else {
                channel.close(promise: nil)
            }
            return value
        }
    }

    package func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

extension LimitedChannel {
    /// What an application makes its server of.
    ///
    /// - Parameters:
    ///   - limits: On the number of connections.
    ///   - patience: With each of them.
    /// - Returns: A builder of HTTP/1.1 servers.
    package static func builder(_ limits: ConnectionLimits, _ patience: Patience) -> HTTPServerBuilder {
        let limiter = ConnectionLimiter(limits)
        return HTTPServerBuilder { responder in
            LimitedChannel(
                base: HTTP1Channel(responder: responder, configuration: .init(idleTimeout: patience.idle)),
                limiter: limiter, patience: patience
            )
        }
    }
}
