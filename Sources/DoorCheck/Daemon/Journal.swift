// Tells systemd's journal what happens, field by field.

import Glibc

/// The datagram socket of the journal's native protocol.
///
/// By hand and not by libsystemd, as ``ServiceManager`` is.
///
/// - SeeAlso: systemd.io/JOURNAL_NATIVE_PROTOCOL, sd_journal_send(3)
struct Journal: Sendable {
    /// Where the journal listens.
    static let systemPath = "/run/systemd/journal/socket"

    private let socket: UnixAddress

    /// Is nil where standard error does not lead to the journal.
    ///
    /// - Parameters:
    ///   - environment: With what systemd gave us.
    ///   - path: Of the journal's socket.
    init?(environment: [String: String], path: String = systemPath) {
        var status = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0,
            stream == "\(status.st_dev):\(status.st_ino)", let socket = UnixAddress(path)
        else { return nil }
        self.socket = socket
    }

    /// Is nil where the path is too long for a socket's.
    ///
    /// - Parameter path: Of a socket.
    init?(path: String) {
        guard let socket = UnixAddress(path) else { return nil }
        self.socket = socket
    }

    /// Sends one entry.
    ///
    /// - Parameter fields: Names of upper-case letters, digits and underscores, and any text.
    /// - Returns: Whether the journal has it; nobody waits for one that is busy.
    func send(_ fields: [(name: String, value: String)]) -> Bool {
        socket.send(fields.reduce(into: []) { $0 += Self.bytes(of: $1.name, $1.value) })
    }

    /// A value with a line end has its length before it.
    private static func bytes(of name: String, _ value: String) -> [UInt8] {
        guard value.utf8.contains(UInt8(ascii: "\n")) else { return Array("\(name)=\(value)\n".utf8) }
        let length = withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { Array($0) }
        return Array("\(name)\n".utf8) + length + Array("\(value)\n".utf8)
    }
}
