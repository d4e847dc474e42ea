// The way to the office of the same machine.

import HTTPSupport
import HTTPTypes
import Hummingbird

/// Where the office of this machine is.
public struct OfficePlace: Hashable, Sendable {
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
    /// ask with another one must not be able to send it anywhere.
    ///
    /// - Parameters:
    ///   - authority: What the browser calls this machine, with or without a port.
    ///   - local: The address of this machine that the browser is connected to; `nil` if unknown.
    ///   - isThisMachine: Whether the browser runs on this machine.
    /// - Returns: `nil` if the office has no address that the browser can reach.
    func address(for authority: String, at local: String?, isThisMachine: Bool) -> String? {
        guard isOpen || isThisMachine else { return nil }
        let end = authority.last == "]" ? nil : authority.lastIndex(of: ":")
        let name = authority[..<(end ?? authority.endIndex)].lowercased()
        let own = local.map { $0.contains(":") ? "[\($0)]" : $0 }.flatMap { names.contains($0) ? $0 : nil }
        guard let host = names.contains(name) ? name : own else { return nil }
        return "\(isOpen ? "https" : "http")://\(host):\(port)/"
    }
}

extension DisplayServer {
    func addOffice(to router: some RouterMethods<DisplayContext>) {
        router.get("/office") { request, context in
            let place = await office()
            let address = place?.address(
                for: request.head.authority ?? "", at: context.local, isThisMachine: context.isThisMachine)
            guard let address else { return Self.officeAway.response }
            // Not kept by the browser: the office may be elsewhere tomorrow.
            return Response(status: .seeOther, headers: [.location: address])
        }
    }

    private static var officeAway: PageFile { PageFile(PackageResources.office_away_html, .page) }
}
