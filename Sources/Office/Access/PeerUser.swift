// Who is at the other end of a connection.

import Glibc
import NIOCore

/// The users of this machine that may open the office: the one who started it, also with sudo, and root.
///
/// A browser sends a cookie to every port of a machine's name, so another user's server on this machine may see the
/// session's secret. It is of no use to them.
enum PeerUser {
    /// Returns whether a program may use the office.
    ///
    /// - Parameters:
    ///   - peer: The program's end of the connection.
    ///   - environment: The office's environment, for `SUDO_UID`.
    /// - Returns: `false` if the kernel says that another user has the connection, or nothing about it; `true` for
    ///   another machine, of whose users it knows nothing.
    static func isPermitted(_ peer: SocketAddress?, environment: [String: String]) -> Bool {
        guard let peer else { return false }
        guard isLocal(peer) else { return true }
        guard let user = user(of: peer) else { return false }
        return user == 0 || user == geteuid() || environment["SUDO_UID"] == "\(user)"
    }

    /// Returns whether the other end is a loopback address of this machine.
    static func isLocal(_ peer: SocketAddress?) -> Bool {
        guard let host = peer?.ipAddress else { return false }
        return plain(host).hasPrefix("127.") || host == "::1"
    }

    /// Returns an address of IPv4 as such, also from a socket of IPv6.
    private static func plain(_ host: String) -> String {
        let prefix = "::ffff:"
        return host.lowercased().hasPrefix(prefix) ? String(host.dropFirst(prefix.count)) : host
    }

    /// Returns the user who has a socket of this machine, by proc(5), `/proc/net/tcp`.
    private static func user(of peer: SocketAddress) -> uid_t? {
        guard let host = peer.ipAddress.map(plain), let port = peer.port else { return nil }
        let end = ":" + hexadecimal(UInt32(port), digits: 4)
        var words: [UInt32] = [0]
        if inet_pton(AF_INET, host, &words) == 1 {
            // In the byte order of the machine, as the kernel prints it.
            return user(of: hexadecimal(words[0], digits: 8) + end, in: "/proc/net/tcp")
        }
        words = [0, 0, 0, 0]
        guard inet_pton(AF_INET6, host, &words) == 1 else { return nil }
        return user(of: words.map { hexadecimal($0, digits: 8) }.joined() + end, in: "/proc/net/tcp6")
    }

    private static func user(of address: String, in path: String) -> uid_t? {
        // Files of proc(5) have no length, so they are read to their end.
        guard let table = fopen(path, "re") else { return nil }
        defer { fclose(table) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = fread(&piece, 1, piece.count, table), count > 0 { bytes += piece.prefix(count) }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ")
            // `01` is an established connection.
            guard fields.count > 7, fields[1] == address, fields[3] == "01" else { continue }
            return uid_t(fields[7])
        }
        return nil
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
