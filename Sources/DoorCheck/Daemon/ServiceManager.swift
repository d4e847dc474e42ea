// Tells systemd how the daemon is.

import Glibc

/// The datagram socket of systemd's notification protocol.
///
/// By hand and not by libsystemd: it is one `sendto` of text, the protocol is promised to stay as it is, and the
/// program needs no further library on systems without systemd.
///
/// - SeeAlso: sd_notify(3), sd_watchdog_enabled(3)
struct ServiceManager: Sendable {
    private let socket: UnixAddress
    /// Within which systemd wants to hear from us; nil where it does not watch.
    let watchdogInterval: Duration?

    /// Is nil where nobody listens, or at an address that is none.
    ///
    /// - Parameter environment: With what systemd gave us.
    init?(environment: [String: String]) {
        guard let socket = environment["NOTIFY_SOCKET"].flatMap({ UnixAddress($0) }) else { return nil }
        self.socket = socket
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
        watchdogInterval = microseconds.flatMap { isForUs && $0 > 0 ? .microseconds($0) : nil }
    }

    /// Sends assignments such as `READY=1`, one per line; where systemd does not take them nobody is told, since a
    /// door goes on without it.
    func tell(_ assignments: String...) {
        _ = socket.send(Array(assignments.joined(separator: "\n").utf8))
    }
}
