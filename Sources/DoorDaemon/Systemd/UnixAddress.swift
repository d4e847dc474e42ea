// Addresses of local datagram sockets.

import Glibc

/// The address of a datagram socket: a path, or a name in Linux's abstract namespace, which begins with `@`.
struct UnixAddress: Sendable {
    private let address: sockaddr_un
    private let length: socklen_t

    /// Returns `nil` if the name is neither, or is too long.
    ///
    /// - Parameter name: The path or name.
    init?(_ name: String) {
        guard name.hasPrefix("/") || name.hasPrefix("@") else { return nil }
        var bytes = Array(name.utf8)
        // In the abstract namespace, a name begins with NUL and extends to the end of the address.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        var address = sockaddr_un()
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        self.address = address
        length = socklen_t(offset + bytes.count + (bytes[0] == 0 ? 0 : 1))
    }

    /// Sends one datagram without waiting.
    ///
    /// - Parameter bytes: The datagram.
    /// - Returns: Whether it was accepted.
    func send(_ bytes: [UInt8]) -> Bool {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = address
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, length) == bytes.count
            }
        }
    }
}
