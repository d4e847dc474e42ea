// The ways to people who are told of alerts.

import FoundationEssentials
import HTTPClient
import Mail

/// A way to somebody who is told of alerts. Calls block.
protocol AlertChannel {
    /// Delivers a message, within 15 s.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - isCancelled: Called every 50 ms; `true` gives up.
    /// - Throws: ``AlertFailure``.
    func deliver(_ message: AlertMessage, isCancelled: () -> Bool) throws(AlertFailure)
}

/// How long a delivery may take.
enum AlertTimeLimit {
    static let connection: Duration = .seconds(5)
    static let whole: Duration = .seconds(15)
}

/// Posts messages as JSON.
final class WebhookChannel: AlertChannel {
    private let url: String
    private let host: String
    private let limit: Duration
    private let transfer: HTTPTransfer

    init(url: String, authority: String?, limit: Duration) {
        (self.url, self.limit) = (url, limit)
        host = TransferRequest.host(of: url) ?? "the webhook's server"
        // The server may be on the Internet, behind the site's proxy.
        transfer = HTTPTransfer(.init(authority: authority, usesProxy: true, connectLimit: AlertTimeLimit.connection))
    }

    func deliver(_ message: AlertMessage, isCancelled: () -> Bool) throws(AlertFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(message) else { return }
        let request = TransferRequest("POST", url, headers: [("content-type", "application/json")], body: Array(body))
        let status: Int
        do {
            status = try transfer.send(request, by: .now + limit, isCancelled: isCancelled).status
        } catch {
            throw AlertFailure(error, host: host)
        }
        guard (200...299).contains(status) else { throw .refused(host: host, status: status) }
    }
}

/// Sends messages to one address.
final class MailChannel: AlertChannel {
    private let (from, to): (MailAddress, MailAddress)
    private let host: String
    private let transfer: MailTransfer

    init(_ server: MailTransfer.Server, from: MailAddress, to: MailAddress) {
        (self.from, self.to) = (from, to)
        host = TransferRequest.host(of: server.url) ?? "the mail server"
        transfer = MailTransfer(to: server)
    }

    func deliver(_ message: AlertMessage, isCancelled: () -> Bool) throws(AlertFailure) {
        let mail = AlertMail(message: message, from: from, to: to, identifier: UUID().uuidString.lowercased())
        do {
            try transfer.send(
                mail.bytes, from: from.address, to: to.address, by: .now + AlertTimeLimit.whole,
                connectLimit: AlertTimeLimit.connection, isCancelled: isCancelled)
        } catch {
            throw AlertFailure(error, host: host)
        }
    }
}
