// The open connections of a server.

import NIOCore
import Synchronization

/// Counts connections, in total and per address, and enforces the limits.
///
/// When a limit is reached, the connection that has waited longest for a request is closed to make room, so that idle
/// connections harm no one but those who open them. If all are busy, the new connection is closed.
package final class ConnectionLimiter: Sendable {
    /// One connection.
    final class Connection: Sendable {
        let channel: any Channel
        let peer: PeerAddress
        private let waiting: Mutex<ContinuousClock.Instant?>

        init(_ channel: any Channel, from peer: PeerAddress) {
            self.channel = channel
            self.peer = peer
            waiting = Mutex(.now)
        }

        /// The time since which no request has been received; `nil` while a request is being answered.
        var waitsSince: ContinuousClock.Instant? { waiting.withLock { $0 } }

        func begin() { waiting.withLock { $0 = nil } }

        func end() { waiting.withLock { $0 = .now } }
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var counts: [PeerAddress: Int] = [:]
        var here: Int { counts.first { $0.key.isThisMachine }?.value ?? 0 }

        mutating func add(_ connection: Connection) {
            connections[ObjectIdentifier(connection)] = connection
            counts[connection.peer, default: 0] += 1
        }

        mutating func remove(_ connection: Connection) {
            guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
            let left = (counts[connection.peer] ?? 1) - 1
            counts[connection.peer] = left > 0 ? left : nil
        }

        /// Returns the connection that has waited longest, among those whose address matches.
        func idlest(_ isAmong: (PeerAddress) -> Bool) -> Connection? {
            connections.values
                .compactMap { connection in connection.waitsSince.map { (connection, $0) } }
                .filter { isAmong($0.0.peer) }
                .min { $0.1 < $1.1 }?.0
        }
    }

    private let limits: ConnectionLimits
    private let state = Mutex(State())

    /// - Parameter limits: The limits to enforce.
    package init(_ limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Counts a connection until it is closed.
    ///
    /// - Parameter channel: The accepted channel.
    /// - Returns: The connection; `nil` if there is no room for it, and the caller closes it.
    func admit(_ channel: any Channel) -> Connection? {
        guard let peer = channel.remoteAddress.flatMap({ PeerAddress($0) }) else { return nil }
        let connection = Connection(channel, from: peer)
        let (isAdmitted, leaving) = state.withLock { admit(connection, to: &$0) }
        for connection in leaving { connection.channel.close(promise: nil) }
        guard isAdmitted else { return nil }
        channel.closeFuture.whenComplete { _ in self.state.withLock { $0.remove(connection) } }
        return connection
    }

    /// - Returns: Whether there is room, and the connections to close for it.
    private func admit(_ connection: Connection, to state: inout State) -> (Bool, [Connection]) {
        let peer = connection.peer
        var leaving: [Connection] = []
        func makeRoom(_ isAmong: (PeerAddress) -> Bool) -> Bool {
            guard let idlest = state.idlest(isAmong) else { return false }
            state.remove(idlest)
            leaving.append(idlest)
            return true
        }
        if !peer.isThisMachine {
            if state.counts[peer] ?? 0 >= limits.perAddress {
                guard makeRoom({ $0 == peer }) else { return (false, leaving) }
            }
            if state.connections.count - state.here >= limits.total - limits.reserved {
                guard makeRoom({ !$0.isThisMachine }) else { return (false, leaving) }
            }
        }
        if state.connections.count >= limits.total {
            guard makeRoom({ _ in true }) else { return (false, leaving) }
        }
        state.add(connection)
        return (true, leaving)
    }
}
