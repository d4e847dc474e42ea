// HTTP/1.1 with limited connections.

import Glibc
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
import Synchronization

/// A server's connections, limited in number and in time.
package struct LimitedChannel: ServerChildChannel {
    package typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel
    private let limiter: ConnectionLimiter
    private let timeouts: ConnectionTimeouts
    private let pipelined: Int
    private let unserved = UnservedConnections()

    /// How long sent data may remain unacknowledged (tcp(7)). Otherwise a phone that leaves the network without
    /// closing its connection would keep its place on the board for a quarter of an hour.
    private static let userTimeout = ChannelOptions.Types.SocketOption(
        level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT))
    private static let userTimeoutMilliseconds = 30_000

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let connection = limiter.admit(channel)
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            if let connection {
                try channel.syncOptions?.setOption(Self.userTimeout, value: Self.userTimeoutMilliseconds)
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                let timeouts = RequestTimeouts(timeouts, of: connection)
                try pipeline.addHandler(timeouts, position: .after(decoder))
                try pipeline.addHandler(PipelineLimit(pipelined), position: .before(timeouts))
            } else {
                channel.close(promise: nil)
            }
            unserved.hold(value)
            return value
        }
    }

    package func handle(value: Value, logger: Logger) async {
        unserved.release(value)
        await base.handle(value: value, logger: logger)
    }
}

/// Connections that were accepted but are not served yet.
///
/// A server that shuts down drops connections that wait to be served. NIO ends the process if a connection is dropped
/// before it is finished, so they are kept here until they are closed, and finished then.
private final class UnservedConnections: Sendable {
    private let values = Mutex<[ObjectIdentifier: HTTP1Channel.Value]>([:])

    func hold(_ value: HTTP1Channel.Value) {
        let id = ObjectIdentifier(value.channel)
        values.withLock { $0[id] = value }
        value.channel.closeFuture.whenComplete { _ in
            guard let dropped = self.values.withLock({ $0.removeValue(forKey: id) }) else { return }
            Task { try? await dropped.executeThenClose { _, _ in } }
        }
    }

    func release(_ value: HTTP1Channel.Value) {
        _ = values.withLock { $0.removeValue(forKey: ObjectIdentifier(value.channel)) }
    }
}

extension LimitedChannel {
    /// Returns the server builder for an application.
    ///
    /// - Parameters:
    ///   - limits: The limits on connections.
    ///   - timeouts: The timeouts of each connection.
    /// - Returns: A builder of HTTP/1.1 servers.
    package static func builder(_ limits: ConnectionLimits, _ timeouts: ConnectionTimeouts) -> HTTPServerBuilder {
        let limiter = ConnectionLimiter(limits)
        return HTTPServerBuilder { responder in
            LimitedChannel(
                base: HTTP1Channel(responder: responder, configuration: .init(idleTimeout: timeouts.idle)),
                limiter: limiter, timeouts: timeouts, pipelined: limits.pipelined
            )
        }
    }
}
