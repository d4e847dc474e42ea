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

    /// The addresses of IPv4 by which others may reach this machine, as texts; those that it has given itself without a
    /// router (169.254.0.0/16) last.
    package static var addresses: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [String] = []
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }).prefix(while: { $0 != nil }) {
            guard let entry = entry?.pointee, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
                entry.ifa_flags & UInt32(IFF_RUNNING) != 0, let address = entry.ifa_addr,
                address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            found.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        return found.filter { !$0.hasPrefix("169.254.") } + found.filter { $0.hasPrefix("169.254.") }
    }

    /// The names by which others on the same network may look for this machine: its own, and with `.local` (RFC 6762).
    package static var names: [String] {
        var text = [CChar](repeating: 0, count: 256)
        guard gethostname(&text, text.count - 1) == 0 else { return [] }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
        guard let label = name.split(separator: ".").first, label != "localhost" else { return [] }
        return name.hasSuffix(".local") ? [name] : [name, "\(label).local"]
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
