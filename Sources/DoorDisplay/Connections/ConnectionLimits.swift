// How many connections a server serves at once.

import Glibc

/// Limits that keep one machine from using up a server, and strangers from keeping the box's own screen out.
package struct ConnectionLimits: Sendable {
    /// Connections in all.
    package let total: Int
    /// Connections of one address. Behind a reverse proxy or a router with NAT, many people share one.
    package let perAddress: Int
    /// Connections of ``total`` that only this machine gets.
    package let reserved: Int

    /// Descriptors that are left to databases, cameras, files and the decoders' processes.
    private static let keptDescriptors = 256

    /// - Parameters:
    ///   - total: Connections in all, 1 or more; fewer where the process may not open as many descriptors.
    ///   - perAddress: Connections of one address other than this machine's, 1 or more.
    ///   - reserved: Connections of `total` that only this machine gets, fewer than `total`.
    package init(total: Int, perAddress: Int, reserved: Int) {
        self.init(total: total, perAddress: perAddress, reserved: reserved, descriptors: Self.descriptors)
    }

    /// Fewer descriptors lower all three by the same factor.
    init(total: Int, perAddress: Int, reserved: Int, descriptors: Int) {
        let most = max(descriptors - Self.keptDescriptors, descriptors / 2, 1)
        let share = min(Double(most) / Double(total), 1)
        self.total = min(total, most)
        self.perAddress = max(Int(Double(perAddress) * share), 1)
        self.reserved = Int(Double(reserved) * share)
    }

    /// How many descriptors this process may have open; where that cannot be read, what Linux gives by default.
    private static var descriptors: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(min(limit.rlim_cur, 1 << 20))
    }
}
