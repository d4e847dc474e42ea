// The sender or recipient of a mail.

/// A mailbox of RFC 5322: an address and a display name.
package struct MailAddress: Hashable, Sendable {
    /// `ada@example.org`
    package let address: String
    /// The display name; any text.
    package let name: String?

    /// - Parameters:
    ///   - address: An ASCII address; anything but a single plain address gives `nil`.
    ///   - name: The display name; any text.
    package init?(address: String, name: String?) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),:;<>[\\]".utf8.contains($0) }
        guard isPlain, parts.count == 2, !parts[0].isEmpty, parts[1].contains(where: \.isLetter),
            !parts[1].hasPrefix("."), !parts[1].hasSuffix("."), address.utf8.count <= 254
        else { return nil }
        self.address = address
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Parses `ada@example.org` or `Ada Lovelace <ada@example.org>`.
    package init?(_ text: String) {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
            self.init(address: text, name: nil)
            return
        }
        let name = String(text[..<open].reversed().drop { $0 == " " }.reversed())
        self.init(address: String(text[text.index(after: open)...].dropLast()), name: name)
    }

    /// The part after the `@`.
    package var domain: Substring { address.split(separator: "@").last ?? "" }
}
