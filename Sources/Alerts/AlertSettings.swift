// Who is told of alerts.

import HTTPClient
package import Mail

/// The channels of a hub.
package struct AlertSettings: Sendable {
    /// A mail server, and who gets mails from it.
    package struct MailSettings: Sendable {
        /// `smtps://host:465` or `smtp://host:25`.
        let server: String
        /// The user, and the password; `nil` for a server that asks for none.
        let login: (user: String, password: String)?
        let from: MailAddress
        let to: [MailAddress]

        /// - Parameters:
        ///   - server: `smtps://host:465` or `smtp://host:25`.
        ///   - login: The user, and the password; `nil` for a server that asks for none.
        ///   - from: The sender.
        ///   - to: The recipients.
        package init(
            server: String, login: (user: String, password: String)?, from: MailAddress, to: [MailAddress]
        ) {
            (self.server, self.login, self.from, self.to) = (server, login, from, to)
        }
    }

    let webhook: String?
    let mail: MailSettings?
    let authority: String?
    /// How long the webhook's server may take.
    var webhookLimit = AlertTimeLimit.whole

    /// - Parameters:
    ///   - webhook: Where messages are posted to; `nil` for nowhere.
    ///   - mail: Who gets mails; `nil` for nobody.
    ///   - authority: A PEM file with the only trusted certificate authority; `nil` for the system's.
    package init(webhook: String? = nil, mail: MailSettings? = nil, authority: String? = nil) {
        (self.webhook, self.mail, self.authority) = (webhook, mail, authority)
    }

    /// A sender for each channel: the webhook, and each recipient of mails, so that none waits for another.
    package var senders: [AlertSender] {
        var senders: [AlertSender] = []
        if let webhook {
            let channel = WebhookChannel(url: webhook, authority: authority, limit: webhookLimit)
            senders.append(AlertSender("webhook", channel))
        }
        for to in mail?.to ?? [] {
            guard let mail else { break }
            let server = MailTransfer.Server(url: mail.server, login: mail.login, authority: authority)
            senders.append(AlertSender("mail to \(to.address)", MailChannel(server, from: mail.from, to: to)))
        }
        return senders
    }
}
