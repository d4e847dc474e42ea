// The address on which a server listens.

internal import NIOCore

/// An IP address and a port, as in `127.0.0.1:8480` or `[::1]:8480`.
public struct ListeningAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address, without brackets.
    public let host: String
    /// 0 to 65535; 0 for any that is free.
    public let port: Int

    /// The default: this machine only.
    public static let standard = ListeningAddress(host: "127.0.0.1", port: 8480)

    private init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// - Parameter text: `ADDRESS:PORT`, an IPv6 address in brackets; anything else returns `nil`. Host names are not
    ///   accepted, because they may resolve to another address later.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        // An IPv6 address has many spellings; the canonical one is compared with.
        guard let address = try? SocketAddress(ipAddress: String(host), port: 0), let spelling = address.ipAddress
        else { return nil }
        self.init(host: spelling, port: Int(port))
    }

    /// Whether only programs on this machine can reach it.
    public var isLocal: Bool { host.hasPrefix("127.") || host == "::1" }

    /// Whether it stands for all addresses of this machine.
    package var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

    /// The address as it is in the addresses of pages.
    package var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    /// The names of a server that listens here, as requests contain them; `nil` if other machines can reach it.
    package var localNames: Set<String>? {
        isLocal ? ["localhost", "127.0.0.1", "[::1]", urlHost] : nil
    }

    /// Returns the address with another port.
    ///
    /// - Parameter port: 0 to 65535.
    /// - Returns: The same host with that port.
    public func with(port: Int) -> ListeningAddress { ListeningAddress(host: host, port: port) }

    /// The address in the form in which it is read, with the address in its canonical spelling.
    public var description: String { "\(urlHost):\(port)" }
}
