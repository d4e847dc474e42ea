// The way from another server's pages to the office of the same machine.

import HTTPTypes
package import Hummingbird

/// Where the office of this machine is.
public struct OfficePlace: Codable, Hashable, Sendable {
    /// The port.
    public let port: Int
    /// Whether other devices can reach it, over TLS; otherwise only this machine does, without.
    public let isOpen: Bool
    /// The names and addresses that it answers to, in lower case, IPv6 in brackets.
    public let names: Set<String>

    /// - Parameters:
    ///   - port: The port.
    ///   - isOpen: Whether other devices can reach it, over TLS.
    ///   - names: The names and addresses that it answers to, in lower case, IPv6 in brackets.
    public init(port: Int, isOpen: Bool, names: Set<String>) {
        (self.port, self.isOpen, self.names) = (port, isOpen, names)
    }

    /// Returns the office's address for a browser.
    ///
    /// The browser's own name for this machine is used only if it is one of the office's names: whoever makes a browser
    /// ask with another one must not be able to send it anywhere. A loopback address is used only if the browser asked
    /// for one: behind a reverse proxy on this machine, browsers elsewhere would look for it on their own machines.
    ///
    /// - Parameters:
    ///   - authority: What the browser calls this machine, with or without a port.
    ///   - local: The address of this machine that the browser is connected to; `nil` if unknown.
    ///   - isThisMachine: Whether the browser runs on this machine.
    /// - Returns: `nil` if the office has no address that the browser can reach.
    package func address(for authority: String, at local: String?, isThisMachine: Bool) -> String? {
        guard isOpen || isThisMachine else { return nil }
        let end = authority.last == "]" ? nil : authority.lastIndex(of: ":")
        let name = authority[..<(end ?? authority.endIndex)].lowercased()
        let own = local.flatMap(Self.networkAddress).flatMap { names.contains($0) ? $0 : nil }
        guard let host = names.contains(name) ? name : own else { return nil }
        return "\(isOpen ? "https" : "http")://\(host):\(port)/"
    }

    /// Returns the way there for a browser that asks for the office.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - local: The address of this machine that the browser is connected to; `nil` if unknown.
    ///   - isThisMachine: Whether the browser runs on this machine.
    /// - Returns: A redirect; `nil` if the office has no address that the browser can reach.
    package func redirect(for request: Request, at local: String?, isThisMachine: Bool) -> Response? {
        address(for: request.head.authority ?? "", at: local, isThisMachine: isThisMachine).map {
            // Not kept by the browser: the office may be elsewhere tomorrow.
            Response(status: .seeOther, headers: [.location: $0])
        }
    }

    /// Returns an address as it is in the addresses of pages; `nil` for a loopback address.
    private static func networkAddress(_ local: String) -> String? {
        // A socket for IPv6 and IPv4 shows IPv4 so.
        let mapped = "::ffff:"
        let text = local.hasPrefix(mapped) && local.contains(".") ? String(local.dropFirst(mapped.count)) : local
        guard !text.hasPrefix("127."), text != "::1" else { return nil }
        return text.contains(":") ? "[\(text)]" : text
    }
}
