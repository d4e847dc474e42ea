// What the organiser shows to a box that shall join.

/// The hub's address and a one-time code in one text, short enough for a QR code: `DCJ1:https://hub.example#7K3P-…`.
public struct HubInvitation: Hashable, Sendable, LosslessStringConvertible {
    /// Where the hub is.
    public let address: HubAddress
    /// The leave to join.
    public let code: EnrolmentCode

    private static let prefix = "DCJ1:"

    /// - Parameters:
    ///   - address: Where the hub is.
    ///   - code: The leave to join.
    public init(address: HubAddress, code: EnrolmentCode) {
        self.address = address
        self.code = code
    }

    /// - Parameter text: As ``description`` gives it; anything else gives `nil`.
    public init?(_ text: String) {
        let parts = text.dropFirst(Self.prefix.count).split(separator: "#", omittingEmptySubsequences: false)
        guard text.hasPrefix(Self.prefix), parts.count == 2, let address = HubAddress(url: String(parts[0])),
            let code = EnrolmentCode(String(parts[1]))
        else { return nil }
        self.init(address: address, code: code)
    }

    public var description: String { Self.prefix + address.url + "#" + code.description }

    /// The same with the authority that the hub's certificate is checked by.
    ///
    /// - Parameter authority: A PEM file; `nil` for the system's.
    /// - Returns: An invitation that can be accepted.
    public func trusting(_ authority: String?) -> HubInvitation {
        guard let address = HubAddress(url: address.url, authority: authority) else { return self }
        return HubInvitation(address: address, code: code)
    }
}
