// The certificate that a box trusts instead of the system's authorities.

import FoundationEssentials

/// A certificate in DER form (X.509), of which only the outline has been checked: a signed certificate, all of it, and
/// nothing else.
///
/// Whoever connects reads the rest.
package struct AuthorityCertificate: Hashable, Sendable, LosslessStringConvertible {
    private let bytes: [UInt8]

    /// The maximum length of a certificate, in bytes.
    package static let limit = 2048

    private static let (head, foot) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")

    private init?(der bytes: [UInt8]) {
        // Certificate ::= SEQUENCE { SEQUENCE, SEQUENCE, BIT STRING }: RFC 5280, 4.1.
        guard bytes.count <= Self.limit, let whole = Self.elements(bytes[...]), whole.map(\.tag) == [0x30],
            let parts = Self.elements(whole[0].content), parts.map(\.tag) == [0x30, 0x30, 0x03]
        else { return nil }
        self.bytes = bytes
    }

    /// - Parameter text: DER in base64, without line breaks; anything else returns `nil`.
    package init?(_ text: String) {
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        self.init(der: Array(data))
    }

    /// - Parameter pem: The text of a PEM file with one certificate; what it has besides is left out. Anything else
    ///   returns `nil`.
    package init?(pem: String) {
        let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
        guard lines.count(where: { $0.hasPrefix(Self.head) }) == 1,
            let first = lines.firstIndex(where: { $0.hasPrefix(Self.head) }),
            let last = lines[first...].firstIndex(where: { $0.hasPrefix(Self.foot) })
        else { return nil }
        self.init(lines[(first + 1)..<last].joined().filter { !$0.isWhitespace })
    }

    /// DER in base64, without line breaks.
    package var description: String { Data(bytes).base64EncodedString() }

    /// The text of a PEM file.
    package var pem: String {
        let text = Array(description)
        let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
        return ([Self.head] + lines + [Self.foot]).map { "\($0)\n" }.joined()
    }

    /// Returns the elements that DER consists of; `nil` if it does not.
    private static func elements(_ der: ArraySlice<UInt8>) -> [(tag: UInt8, content: ArraySlice<UInt8>)]? {
        var (rest, found) = (der, [(tag: UInt8, content: ArraySlice<UInt8>)]())
        while let tag = rest.popFirst() {
            guard var length = rest.popFirst().map(Int.init) else { return nil }
            if length >= 0x80 {
                let digits = rest.prefix(length - 0x80)
                // Two bytes of a length are enough for the limit.
                guard (1...2).contains(length - 0x80), digits.count == length - 0x80 else { return nil }
                rest = rest.dropFirst(digits.count)
                length = digits.reduce(0) { $0 << 8 | Int($1) }
            }
            guard length <= rest.count else { return nil }
            found.append((tag, rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return found
    }
}
