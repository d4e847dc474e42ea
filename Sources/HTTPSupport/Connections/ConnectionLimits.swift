// The limits on a server's connections.

import Glibc

/// Limits that keep one machine from using up a server, and others from keeping out the box's own screen.
package struct ConnectionLimits: Sendable {
    /// The total number of connections.
    package let total: Int
    /// The number of connections per address. Behind a reverse proxy or a NAT router, many people share one address.
    package let perAddress: Int
    /// The number of connections of ``total`` that are reserved for this machine.
    package let reserved: Int
    /// The number of requests that a connection may send before the first of them is answered. Browsers, proxies and
    /// boxes send one.
    package var pipelined = 16

    /// File descriptors kept free for databases, cameras, files and the decoders' processes.
    private static let keptDescriptors = 256

    /// - Parameters:
    ///   - total: The total number of connections, 1 or more; lowered if the process may not open as many
    ///     descriptors.
    ///   - perAddress: The number of connections per address other than this machine's, 1 or more.
    ///   - reserved: The number of connections of `total` that are reserved for this machine, less than `total`.
    package init(total: Int, perAddress: Int, reserved: Int) {
        self.init(total: total, perAddress: perAddress, reserved: reserved, descriptors: Self.descriptors)
    }

    /// Lowers all three by the same factor if there are too few descriptors.
    init(total: Int, perAddress: Int, reserved: Int, descriptors: Int) {
        let most = max(descriptors - Self.keptDescriptors, descriptors / 2, 1)
        let share = min(Double(most) / Double(total), 1)
        self.total = min(total, most)
        self.perAddress = max(Int(Double(perAddress) * share), 1)
        self.reserved = Int(Double(reserved) * share)
    }

    /// The maximum number of descriptors of this process; Linux's default if it cannot be read.
    private static var descriptors: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(min(limit.rlim_cur, 1 << 20))
    }
}
