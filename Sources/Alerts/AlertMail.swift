// An alert as a mail.

import Ledger
import Mail

/// A message of RFC 5322, whose texts can be no syntax.
struct AlertMail {
    let message: AlertMessage
    let from: MailAddress
    let to: MailAddress
    /// An identifier that is unique among all mails of the sender; letters, digits and `-`.
    let identifier: String

    /// The complete mail; lines end in CR LF and have at most 78 characters, except for longer addresses.
    var bytes: [UInt8] {
        let lines =
            [
                "From: \(from.address)",
                "To: \(to.address)",
                "Subject: \(MailText.encodedWords(subject))",
                "Date: \(MailText.date(message.time))",
                "Message-ID: <\(identifier)@\(from.domain)>",
                // No machine answers it: RFC 3834.
                "Auto-Submitted: auto-generated",
                "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: base64",
                "",
            ] + MailText.base64(of: text) + [""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private var subject: String {
        "DoorCheck \(message.kind == .test ? "test" : message.isOver ? "over" : "alert"): \(message.summary)"
    }

    private var text: String {
        let parts = message.parts.map { part in
            "\(part.summary)\nFrom \(part.started)" + (part.ended.map { " to \($0)" } ?? "") + "\n\n"
        }
        return parts.joined() + (message.more > 0 ? "And \(message.more) more.\n\n" : "")
            + "\(message.kind.rawValue), \(message.state), from the hub \(message.hub).\n"
    }
}
