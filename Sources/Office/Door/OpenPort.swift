// Whether a program listens on this machine.

import Glibc
package import HTTPSupport

/// An address on which a program of this machine listens.
package enum OpenPort {
    /// - Parameter address: An IPv4 address and a port; others count as free.
    /// - Returns: Whether a program answers there.
    package static func exists(at address: ListeningAddress) -> Bool {
        var host: UInt32 = 0
        guard inet_pton(AF_INET, address.isLocal ? address.host : "127.0.0.1", &host) == 1 else { return false }
        // A `sockaddr_in`, ip(7): the family, the port and the address in network order, and zeros.
        var target = [UInt8](repeating: 0, count: 16)
        withUnsafeBytes(of: UInt16(AF_INET)) { target.replaceSubrange(0..<2, with: $0) }
        withUnsafeBytes(of: UInt16(address.port).bigEndian) { target.replaceSubrange(2..<4, with: $0) }
        withUnsafeBytes(of: host) { target.replaceSubrange(4..<8, with: $0) }
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        return target.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { connect(socket, $0.baseAddress, socklen_t(bytes.count)) == 0 }
        }
    }
}
