// Structured logging to systemd's journal.

import Glibc

/// The datagram socket of the journal's native protocol.
///
/// Implemented without libsystemd, like ``ServiceManager``.
///
/// - SeeAlso: systemd.io/JOURNAL_NATIVE_PROTOCOL, sd_journal_send(3)
struct Journal: Sendable {
    /// The journal's socket.
    static let systemPath = "/run/systemd/journal/socket"

    private let socket: UnixAddress

    /// Returns `nil` if standard error is not connected to the journal.
    ///
    /// - Parameters:
    ///   - environment: The environment that systemd passed to this process.
    ///   - path: The path of the journal's socket.
    init?(environment: [String: String], path: String = systemPath) {
        var status = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0,
            stream == "\(status.st_dev):\(status.st_ino)", let socket = UnixAddress(path)
        else { return nil }
        self.socket = socket
    }

    /// Returns `nil` if the path is too long for a socket address.
    ///
    /// - Parameter path: The path of a socket.
    init?(path: String) {
        guard let socket = UnixAddress(path) else { return nil }
        self.socket = socket
    }

    /// Sends one entry.
    ///
    /// - Parameter fields: Names of upper-case letters, digits and underscores, with any text.
    /// - Returns: Whether the journal accepted it; does not wait for a busy journal.
    func send(_ fields: [(name: String, value: String)]) -> Bool {
        socket.send(fields.reduce(into: []) { $0 += Self.bytes(of: $1.name, $1.value) })
    }

    /// Encodes a field; a value with a line break is preceded by its length.
    private static func bytes(of name: String, _ value: String) -> [UInt8] {
        guard value.utf8.contains(UInt8(ascii: "\n")) else { return Array("\(name)=\(value)\n".utf8) }
        let length = withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { Array($0) }
        return Array("\(name)\n".utf8) + length + Array("\(value)\n".utf8)
    }
}
