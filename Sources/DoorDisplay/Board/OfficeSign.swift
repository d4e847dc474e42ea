// How the office of a machine without an event is opened.

/// What the first screen says about the office of its machine.
public struct OfficeSign: Encodable, Hashable, Sendable {
    /// The office's addresses for other devices, the best one first; none without a network.
    public let addresses: [String]
    /// The one-time code for the first account; `nil` for an office that has one.
    public let code: String?
    /// The beginning of the certificate's SHA-256 hash; `nil` if an authority vouches for it.
    public let fingerprint: String?

    /// - Parameters:
    ///   - addresses: The office's addresses for other devices.
    ///   - code: The one-time code for the first account; `nil` for an office that has one.
    ///   - fingerprint: The beginning of the certificate's SHA-256 hash.
    public init(addresses: [String], code: String?, fingerprint: String?) {
        (self.addresses, self.code, self.fingerprint) = (addresses, code, fingerprint)
    }
}
