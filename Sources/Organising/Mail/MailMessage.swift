// A mail with an attached file, ready to send.

import Ledger
import Mail

/// A message of RFC 5322 with an attachment (RFC 2045, 2183) and any text in its headers (RFC 2047).
package struct MailMessage {
    let from: MailAddress
    let to: MailAddress
    let subject: String
    let text: String
    let date: Timestamp
    /// An identifier that is unique among all mails of the sender; letters, digits and `-`.
    let identifier: String
    let attachment: (name: String, kind: String, bytes: [UInt8])
    /// Whether somebody opens the mail and sends it: mail programs that know the header show it as a draft.
    let isDraft: Bool

    /// The complete message; lines end in CR LF and have at most 78 characters, except for longer addresses.
    package var bytes: [UInt8] {
        // Base64 has no hyphens, so no line of a part begins like the boundary.
        let boundary = "--doorcheck-\(identifier)"
        var lines = header
        if isDraft { lines.append("X-Unsent: 1") }
        lines += ["Content-Type: multipart/mixed;\r\n boundary=\"\(boundary.dropFirst(2))\"", "", boundary]
        lines += ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", ""]
        lines += MailText.base64(of: text)
        lines.append(boundary)
        lines += attachmentHeader
        lines += MailText.base64(attachment.bytes)
        lines += [boundary + "--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private var header: [String] {
        [
            "From: \(Self.mailbox(from))",
            "To: \(Self.mailbox(to))",
            "Subject: \(MailText.encodedWords(subject))",
            "Date: \(MailText.date(date))",
            "Message-ID: <\(identifier)@\(from.domain)>",
            "MIME-Version: 1.0",
        ]
    }

    private var attachmentHeader: [String] {
        [
            "Content-Type: \(attachment.kind);\r\n name=\"\(attachment.name)\"",
            "Content-Transfer-Encoding: base64",
            "Content-Disposition: attachment;\r\n filename=\"\(attachment.name)\"",
            "",
        ]
    }

    private static func mailbox(_ address: MailAddress) -> String {
        guard let name = address.name else { return address.address }
        return "\(MailText.encodedWords(name))\r\n <\(address.address)>"
    }
}
