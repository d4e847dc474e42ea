// Notifying systemd of the daemon's state.

import Glibc

/// The datagram socket of systemd's notification protocol.
///
/// Implemented without libsystemd: the protocol is a single `sendto` of text and guaranteed to be stable, and the
/// program needs no additional library on systems without systemd.
///
/// - SeeAlso: sd_notify(3), sd_watchdog_enabled(3)
package struct ServiceManager: Sendable {
    private let socket: UnixAddress
    /// The watchdog timeout; `nil` if the watchdog is off.
    let watchdogInterval: Duration?

    /// Returns `nil` if there is no notification socket or its address is invalid.
    ///
    /// - Parameter environment: The environment that systemd passed to this process.
    package init?(environment: [String: String]) {
        guard let socket = environment["NOTIFY_SOCKET"].flatMap({ UnixAddress($0) }) else { return nil }
        self.socket = socket
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
        watchdogInterval = microseconds.flatMap { isForUs && $0 > 0 ? .microseconds($0) : nil }
    }

    /// Sends assignments such as `READY=1`, one per line. Ignores failures, because a door works without systemd.
    package func tell(_ assignments: String...) {
        _ = socket.send(Array(assignments.joined(separator: "\n").utf8))
    }
}
