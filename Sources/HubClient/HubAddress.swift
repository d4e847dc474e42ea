// The hub's address.

/// The address of a hub, and the authority that authenticates it.
public struct HubAddress: Hashable, Sendable {
    /// `https://hub.example` or `http://127.0.0.1:8490`, without a path.
    public let url: String
    /// A PEM file with the only trusted certificate authority; `nil` for the system's.
    public let authority: String?

    /// - Parameters:
    ///   - url: `https://…` or `http://…`; a trailing slash is removed.
    ///   - authority: A PEM file; `nil` for the system's authorities.
    public init?(url: String, authority: String? = nil) {
        let url = url.hasSuffix("/") ? String(url.dropLast()) : url
        guard url.hasPrefix("https://") || url.hasPrefix("http://"), url.split(separator: "/").count == 2,
            url.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), !url.contains("@"), !url.contains("?"), !url.contains("#")
        else { return nil }
        self.url = url
        self.authority = authority
    }

    /// The host and port, as shown to people.
    public var host: String { String(url.split(separator: "/").last ?? "") }

    /// The host without its port, and an IPv6 address without brackets, as certificates have it.
    package var name: String {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[..<end].dropFirst()) }
        return String(host.prefix { $0 != ":" })
    }
}
