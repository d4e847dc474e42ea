// The invitation that the organiser shows to a new box.

public import HubProtocol

/// The hub's address, a one-time code and the fingerprint of the hub's key as one text, short enough for a QR code:
/// `DCJ1:https://hub.example#7K3P-…#Q4ZT-…`.
public struct HubInvitation: Hashable, Sendable, LosslessStringConvertible {
    /// The hub's address.
    public let address: HubAddress
    /// The one-time code.
    public let code: EnrolmentCode
    /// The hub whose answers the box accepts.
    public let hub: HubFingerprint

    private static let prefix = "DCJ1:"

    /// - Parameters:
    ///   - address: The hub's address.
    ///   - code: The one-time code.
    ///   - hub: The fingerprint of the hub's key.
    public init(address: HubAddress, code: EnrolmentCode, hub: HubFingerprint) {
        self.address = address
        self.code = code
        self.hub = hub
    }

    /// - Parameter text: A text in the form of ``description``; anything else returns `nil`.
    public init?(_ text: String) {
        let parts = text.dropFirst(Self.prefix.count).split(separator: "#", omittingEmptySubsequences: false)
        guard text.hasPrefix(Self.prefix), parts.count == 3, let address = HubAddress(url: String(parts[0])),
            let code = EnrolmentCode(String(parts[1])), let hub = HubFingerprint(String(parts[2]))
        else { return nil }
        self.init(address: address, code: code, hub: hub)
    }

    public var description: String { "\(Self.prefix)\(address.url)#\(code)#\(hub)" }

    /// Returns the same invitation with the authority that verifies the hub's certificate.
    ///
    /// - Parameter authority: A PEM file; `nil` for the system's authorities.
    /// - Returns: An invitation that can be accepted.
    public func trusting(_ authority: String?) -> HubInvitation {
        guard let address = HubAddress(url: address.url, authority: authority) else { return self }
        return HubInvitation(address: address, code: code, hub: hub)
    }
}
