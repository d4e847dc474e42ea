// The value of a configuration key.

import HTTPSupport
import Ledger
import Mail

/// A TOML value.
package enum ConfigurationValue: Equatable, CustomStringConvertible {
    case text(String)
    case texts([String])
    case integer(Int)
    case boolean(Bool)

    /// The value as written in a TOML file.
    package var description: String {
        switch self {
        case .text(let text):
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .texts(let texts): "[" + texts.map { Self.text($0).description }.joined(separator: ", ") + "]"
        case .integer(let number): String(number)
        case .boolean(let value): String(value)
        }
    }

    /// Returns whether a text is a valid address: passwords do not belong in a configuration, and blanks and control
    /// characters do not belong in an address.
    private static func isAddress(_ text: String, schemes: [String] = ["https://", "http://"]) -> Bool {
        guard let scheme = schemes.first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { !"/?#".contains($0) }
        return !host.isEmpty && !host.contains("@") && rest.utf8.allSatisfy { (33...126).contains($0) }
    }

    /// Returns whether a text is the address of a mail server, which has no path.
    private static func isMailServer(_ text: String) -> Bool {
        isAddress(text, schemes: ["smtps://", "smtp://"]) && text.count { $0 == "/" } == 2
            && !text.contains { "?#".contains($0) }
    }

    /// Returns whether a key of this kind may have the value.
    func fits(_ kind: ConfigurationKey.Kind) -> Bool {
        switch (self, kind) {
        case (.text(let text), .name), (.text(let text), .path), (.text(let text), .paths): !text.isEmpty
        case (.texts(let texts), .paths): !texts.isEmpty && texts.allSatisfy { !$0.isEmpty }
        case (.text(let text), .event): text.isEmpty || Event.isSlug(text)
        case (.text(let text), .scanner): text.isEmpty || text == "auto" || text.hasPrefix("/")
        case (.text(let text), .gate): GateName(text) != nil
        case (.text(let text), .address): ListeningAddress(text) != nil
        case (.text(let text), .networks): text.networks != nil
        case (.text(let text), .url): text.isEmpty || Self.isAddress(text)
        case (.text(let text), .mailServer): text.isEmpty || Self.isMailServer(text)
        case (.text(let text), .mailAddress): text.isEmpty || MailAddress(address: text, name: nil) != nil
        case (.text(let text), .mailAddresses): text.mailAddresses != nil
        case (.text, .text), (.text, .optionalPath), (.text, .chip), (.boolean, .boolean): true
        case (.integer(let number), .integer(let range)): range.contains(number)
        case (.text(let word), .choice(let words)): words.contains(word)
        case (.text, .integer), (.text, .boolean), (.texts, _), (.integer, _), (.boolean, _): false
        }
    }
}

extension String {
    /// The IP addresses and networks, which are separated by commas; none in an empty text. `nil` if a part is neither.
    var networks: [String]? {
        let parts = split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        return parts.allSatisfy { AddressBlock(text: $0) != nil } ? parts : nil
    }

    /// The mail addresses, which are separated by commas; none in an empty text. `nil` if a part is no address.
    var mailAddresses: [MailAddress]? {
        let parts = split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        let addresses = parts.compactMap { MailAddress(address: $0, name: nil) }
        return addresses.count == parts.count ? addresses : nil
    }
}
