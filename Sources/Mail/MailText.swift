// Text in the forms that mails can carry.

import FoundationEssentials
import Glibc
package import Ledger

/// The encodings of mails: any text in headers (RFC 2047), bodies in base64 (RFC 2045), and dates (RFC 5322).
package enum MailText {
    /// Returns header text as encoded words, each with complete characters in at most 75 columns.
    ///
    /// Plain text is encoded too, so that no character of a name can act as header syntax.
    package static func encodedWords(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            let bytes = Array(String(scalar).utf8)
            // 39 bytes become 52 letters, `=?utf-8?B?` and `?=` are 12, and `Subject: ` is 9: a line has at most 76.
            if let last = words.last, last.count + bytes.count > 39 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// Returns a text as the lines of a body in base64; its own lines end in CR LF.
    package static func base64(of text: String) -> [String] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return base64(Array(lines.joined(separator: "\r\n").utf8))
    }

    /// Returns bytes as lines in base64.
    package static func base64(_ bytes: [UInt8]) -> [String] {
        // 57 bytes become 76 letters, the longest line that MIME permits.
        stride(from: 0, to: bytes.count, by: 57).map { start in
            Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString()
        }
    }

    /// Returns a date such as `Sat, 04 Jul 2026 15:40:00 +0000`; days and months are always in English.
    package static func date(_ instant: Timestamp) -> String {
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
