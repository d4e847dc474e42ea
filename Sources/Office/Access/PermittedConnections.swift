// The connections of users who may open the office.

import NIOCore
import Synchronization

/// The open connections that were permitted, so that the kernel is asked once for each and not for each request: it
/// goes through the connections of the whole machine, which takes milliseconds. The user of a connection never changes.
final class PermittedConnections: Sendable {
    /// Kept until they are closed: an identifier belongs to one object only as long as that exists.
    private let open = Mutex<[ObjectIdentifier: any Channel]>([:])
    private let isPermitted: @Sendable (SocketAddress?) -> Bool

    /// - Parameter isPermitted: Whether the other end of a connection may use the office.
    init(_ isPermitted: @escaping @Sendable (SocketAddress?) -> Bool) {
        self.isPermitted = isPermitted
    }

    /// Returns whether a connection may use the office; one that may not is looked at again each time.
    ///
    /// - Parameter channel: The connection.
    /// - Returns: What was decided when it was first permitted, or now.
    func permit(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        if open.withLock({ $0[id] != nil }) { return true }
        guard isPermitted(channel.remoteAddress) else { return false }
        open.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [self] _ in open.withLock { $0[id] = nil } }
        return true
    }
}
