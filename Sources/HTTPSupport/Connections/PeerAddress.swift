// The address that limits are counted for.

import Glibc
package import NIOCore

/// An IPv4 address, or the first 64 bits of an IPv6 address: one machine can use any number of the remaining ones.
package struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    private let bytes: [UInt8]

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    private static let loopback6: [UInt8] = [UInt8](repeating: 0, count: 15) + [1]
    private static let loopback4: [UInt8] = [127, 0, 0, 1]

    /// - Parameter address: The peer's address; a Unix socket returns `nil`.
    package init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        self.init(text: text)
    }

    /// - Parameter text: An IPv4 or IPv6 address; any other text returns `nil`.
    package init?(text: String) {
        var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
        guard inet_pton(bytes.count == 16 ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.init(bytes)
    }

    /// - Parameter address: 4 or 16 bytes in network byte order.
    init(_ address: [UInt8]) {
        if address.count == 16, address.starts(with: Self.mapped) {
            bytes = Array(address.suffix(4))
        } else if address == Self.loopback6 {
            bytes = Self.loopback4
        } else {
            bytes = address.count == 16 ? Array(address.prefix(8)) : address
        }
    }

    /// Whether it is 127.0.0.1 or ::1: the box's own screen, or a reverse proxy on the same machine.
    package var isThisMachine: Bool { bytes == Self.loopback4 }

    /// How many bits there are: 32 of IPv4, 64 of IPv6.
    var bits: Int { bytes.count * 8 }

    /// Returns whether the first bits are those of another address of the same version.
    ///
    /// - Parameters:
    ///   - other: The other address.
    ///   - bits: How many; 0 to ``bits``.
    /// - Returns: `false` also if the other one has another version.
    func hasPrefix(of other: PeerAddress, bits: Int) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
        guard bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
        return rest == 0 || (bytes[whole] ^ other.bytes[whole]) >> (8 - rest) == 0
    }

    /// The bytes in hexadecimal.
    package var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
