// A mail with a file in it, ready to be sent.

import CLinux
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
    /// Unique among all mails of the sender; letters, digits and `-`.
    let identifier: String
    let attachment: (name: String, kind: String, bytes: [UInt8])

    /// The whole message; lines end in CR LF and have at most 78 characters, but for longer addresses.
    var bytes: [UInt8] {
        // Base64 has no hyphens, so no line of a part begins like this one.
        let boundary = "--doorcheck-\(identifier)"
        let lines =
            [
                "From: \(Self.mailbox(from))",
                "To: \(Self.mailbox(to))",
                "Subject: \(Self.words(subject))",
                "Date: \(Self.rfc5322(date))",
                "Message-ID: <\(identifier)@\(from.domain)>",
                "MIME-Version: 1.0",
                // Mail programs that know it open the message to be sent, not as one that came.
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

    /// Text of a header as encoded words, each with whole characters in at most 75 columns.
    ///
    /// Plain text is encoded as well: whatever stands in a name then is no part of the header's syntax.
    static func words(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            let bytes = Array(String(scalar).utf8)
            // 39 bytes are 52 letters, `=?utf-8?B?` and `?=` 12, and `Subject: ` 9: a line has 76 at most.
            if let last = words.last, last.count + bytes.count > 39 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static func withLineEnds(_ text: String) -> [UInt8] {
        Array(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\r\n").utf8)
    }

    private static func base64(_ bytes: [UInt8]) -> [String] {
        // 57 bytes are 76 letters, the longest line that MIME allows.
        stride(from: 0, to: bytes.count, by: 57).map { start in
            Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString()
        }
    }

    /// `Sat, 04 Jul 2026 15:40:00 +0000`; the names of days and months are English in every language.
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
