// A mail with an attached file, ready to send.

import CLinux
import DoorOutput
import FoundationEssentials
import Glibc
import Ledger

/// A message of RFC 5322 with an attachment (RFC 2045, 2183) and any text in its headers (RFC 2047).
struct MailMessage {
    let from: MailAddress
    let to: MailAddress
    let subject: String
    let text: String
    let date: Timestamp
    /// An identifier that is unique among all mails of the sender; letters, digits and `-`.
    let identifier: String
    let attachment: (name: String, kind: String, bytes: [UInt8])

    /// The complete message; lines end in CR LF and have at most 78 characters, except for longer addresses.
    var bytes: [UInt8] {
        // Base64 has no hyphens, so no line of a part begins like the boundary.
        let boundary = "--doorcheck-\(identifier)"
        let lines =
            [
                "From: \(Self.mailbox(from))",
                "To: \(Self.mailbox(to))",
                "Subject: \(Self.words(subject))",
                "Date: \(Self.rfc5322(date))",
                "Message-ID: <\(identifier)@\(from.domain)>",
                "MIME-Version: 1.0",
                // Mail programs that support this header open the message as a draft, not as a received message.
                "X-Unsent: 1",
                "Content-Type: multipart/mixed;\r\n boundary=\"\(boundary.dropFirst(2))\"",
                "",
                boundary,
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: base64",
                "",
            ] + Self.base64(Self.withLineEnds(text)) + [
                boundary,
                "Content-Type: \(attachment.kind);\r\n name=\"\(attachment.name)\"",
                "Content-Transfer-Encoding: base64",
                "Content-Disposition: attachment;\r\n filename=\"\(attachment.name)\"",
                "",
            ] + Self.base64(attachment.bytes) + [boundary + "--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private static func mailbox(_ address: MailAddress) -> String {
        guard let name = address.name else { return address.address }
        return "\(words(name))\r\n <\(address.address)>"
    }

    /// Returns header text as encoded words, each with complete characters in at most 75 columns.
    ///
    /// Plain text is encoded too, so that no character of a name can act as header syntax.
    static func words(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            let bytes = Array(String(scalar).utf8)
            // 39 bytes become 52 letters, `=?utf-8?B?` and `?=` are 12, and `Subject: ` is 9: a line has at most 76.
            if let last = words.last, last.count + bytes.count > 39 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static func withLineEnds(_ text: String) -> [UInt8] {
        Array(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\r\n").utf8)
    }

    private static func base64(_ bytes: [UInt8]) -> [String] {
        // 57 bytes become 76 letters, the longest line that MIME permits.
        stride(from: 0, to: bytes.count, by: 57).map { start in
            Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString()
        }
    }

    /// Returns a date such as `Sat, 04 Jul 2026 15:40:00 +0000`; days and months are always in English.
    private static func rfc5322(_ instant: Timestamp) -> String {
        var seconds = time_t(instant.milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(days[Int(parts.tm_wday)]), \(digits(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(digits).joined(separator: ":")
        return "\(day) \(parts.tm_year + 1900) \(clock) +0000"
    }
}
