// Where the hub is.

/// The address of a hub, and how it is known to be the right one.
public struct HubAddress: Hashable, Sendable {
    /// `https://hub.example` or `http://127.0.0.1:8490`, without a path.
    public let url: String
    /// A PEM file with the only authority whose certificates are believed; `nil` for the system's.
    public let authority: String?

    /// - Parameters:
    ///   - url: `https://…` or `http://…`; a slash at its end is left out.
    ///   - authority: A PEM file; `nil` for the system's authorities.
    public init?(url: String, authority: String? = nil) {
        let url = url.hasSuffix("/") ? String(url.dropLast()) : url
        guard url.hasPrefix("https://") || url.hasPrefix("http://"), url.split(separator: "/").count == 2,
            url.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), !url.contains("@"), !url.contains("?"), !url.contains("#")
        else { return nil }
        self.url = url
        self.authority = authority
    }

    /// The name that people know it by.
    public var host: String { String(url.split(separator: "/").last ?? "") }
}
