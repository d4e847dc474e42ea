// Tells systemd how the daemon is.

import Glibc

/// The datagram socket of systemd's notification protocol.
///
/// By hand and not by libsystemd: it is one `sendto` of text, the protocol is promised to stay as it is, and the
/// program needs no further library on systems without systemd.
///
/// - SeeAlso: sd_notify(3), sd_watchdog_enabled(3)
struct ServiceManager: Sendable {
    private let address: sockaddr_un
    private let addressLength: socklen_t
    /// Within which systemd wants to hear from us; nil where it does not watch.
    let watchdogInterval: Duration?

    /// Is nil where nobody listens, or at an address that is none.
    ///
    /// - Parameter environment: With what systemd gave us.
    init?(environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
        var bytes = Array(path.utf8)
        // The abstract name space of Linux: a name that begins with NUL and ends with the address.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        var address = sockaddr_un()
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        self.address = address
        addressLength = socklen_t(offset + bytes.count + (bytes[0] == 0 ? 0 : 1))
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
        watchdogInterval = microseconds.flatMap { isForUs && $0 > 0 ? .microseconds($0) : nil }
    }

    /// Sends assignments such as `READY=1`, one per line; where systemd does not take them nobody is told, since a
    /// door goes on without it.
    func tell(_ assignments: String...) {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        let text = Array(assignments.joined(separator: "\n").utf8)
        var address = address
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, text, text.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, addressLength)
            }
        }
    }
}
