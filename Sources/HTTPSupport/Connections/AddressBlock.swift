// Networks that may ask for something.

/// An address, or all addresses that begin with the same bits (CIDR, RFC 4632), such as `10.42.0.0/16`.
package struct AddressBlock: Hashable, Sendable {
    private let first: PeerAddress
    /// How many leading bits count: 0 to 32 of IPv4, 0 to 64 of IPv6.
    private let prefixBits: Int

    /// - Parameter text: An IPv4 or IPv6 address, which may be followed by `/` and the number of leading bits that
    ///   count. Only the first 64 bits of IPv6 ever do, so larger numbers mean 64. Any other text returns `nil`.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), let address = PeerAddress(text: parts[0]) else { return nil }
        first = address
        guard parts.count == 2 else {
            prefixBits = address.bits
            return
        }
        let isVersion6 = parts[0].contains(":")
        // An IPv4 address in the form of IPv6 has other leading bits than it shows.
        guard isVersion6 == (address.bits == 64), let bits = Self.number(parts[1]),
            bits <= (isVersion6 ? 128 : 32)
        else { return nil }
        prefixBits = min(bits, address.bits)
    }

    /// Returns whether an address is in the block.
    package func contains(_ address: PeerAddress) -> Bool { address.hasPrefix(of: first, bits: prefixBits) }

    /// A decimal number without a sign and of at most three digits.
    private static func number(_ text: String) -> Int? {
        let digits = text.utf8
        return (1...3).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
