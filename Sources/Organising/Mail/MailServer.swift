// The organiser's mail server.

import HTTPClient
package import Mail
import TicketSigning

/// How mails get to the guests. It contains a password, so it never prints itself.
package struct MailServer: Sendable, Redacted {
    /// `smtps://host:465` or `smtp://host:587`.
    package let url: String
    let login: (user: String, password: String)?
    let authority: String?
    package let from: MailAddress

    /// Fails if the text is no address of a mail server.
    ///
    /// - Parameters:
    ///   - text: `mail.example.org`, with a port if needed, or an address that begins with smtps:// or smtp://.
    ///   - user: The user; `nil` for a server that asks for none.
    ///   - password: The password of the user.
    ///   - authority: A PEM file with the only trusted certificate authority; `nil` for the system's.
    ///   - from: The sender of the mails.
    package init?(_ text: String, user: String?, password: String?, authority: String? = nil, from: MailAddress) {
        // Port 465 is encrypted from the start; at any other, the server says that it encrypts.
        let isPlain = !text.contains("://")
        let scheme = isPlain && text.contains(":") && !text.hasSuffix(":465") ? "smtp://" : "smtps://"
        let url = isPlain ? scheme + text : text
        guard let rest = ["smtps://", "smtp://"].first(where: url.hasPrefix).map({ url.dropFirst($0.count) }) else {
            return nil
        }
        let isName = rest.utf8.allSatisfy { (33...126).contains($0) } && !rest.contains { "/?#@\\".contains($0) }
        guard !rest.isEmpty, !rest.hasPrefix(":"), isName else { return nil }
        self.url = url
        login = user.map { ($0, password ?? "") }
        (self.authority, self.from) = (authority, from)
    }

    /// The name of the server, for people.
    package var host: String {
        String(url.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
    }

    var transfer: MailTransfer { MailTransfer(to: .init(url: url, login: login, authority: authority)) }
}
