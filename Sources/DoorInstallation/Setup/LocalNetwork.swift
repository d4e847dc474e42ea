// Whether this machine is in a network.

import Glibc

/// The networks of this machine.
package enum LocalNetwork {
    /// Whether an interface other than the loopback is connected and has an address that others can reach.
    package static var isJoined: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return false }
        defer { freeifaddrs(first) }
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let address = entry.ifa_addr else { continue }
            if entry.ifa_flags & UInt32(IFF_RUNNING) != 0, isReachable(address) { return true }
        }
        return false
    }

    private static func isReachable(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
        switch Int32(address.pointee.sa_family) {
        case AF_INET: return true
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                // Every interface has a link-local address, fe80::/10.
                withUnsafeBytes(of: $0.pointee.sin6_addr) { $0[0] != 0xFE || $0[1] & 0xC0 != 0x80 }
            }
        default: return false
        }
    }
}
