// Why a message was not delivered.

import HTTPClient

/// An error on the way to the receiver of alerts. It names the host only: the rest of an address may be secret.
package enum AlertFailure: Error, Hashable, CustomStringConvertible {
    /// The server did not answer in time.
    case tooSlow(host: String)
    /// The server's certificate is not trusted for its name.
    case untrusted(host: String)
    /// The file with the certificate authority cannot be used.
    case badAuthority
    /// The webhook's server rejected the message.
    case refused(host: String, status: Int)
    /// The mail server rejected the mail.
    case mailRefused(host: String, reply: Int)
    /// The mail server rejected the user or the password, or wants some.
    case loginRefused(host: String)
    /// The mail server does not encrypt, so it gets no password.
    case unencrypted(host: String)
    /// The server could not be reached; `reason` is libcurl's.
    case unreached(host: String, reason: String)
    /// The hub ended meanwhile.
    case cutShort

    /// - Parameters:
    ///   - error: Why there is no answer.
    ///   - host: The server.
    init(_ error: TransferError, host: String) {
        switch error.kind {
        case .timedOut: self = .tooSlow(host: host)
        case .untrusted: self = .untrusted(host: host)
        case .badAuthority: self = .badAuthority
        case .loginRefused: self = .loginRefused(host: host)
        case .unencrypted: self = .unencrypted(host: host)
        case .mailRefused(let reply): self = .mailRefused(host: host, reply: reply)
        case .cancelled: self = .cutShort
        case .connectionRefused, .other: self = .unreached(host: host, reason: error.reason)
        }
    }

    /// One sentence: what failed, on what, what was expected or what to do.
    package var description: String {
        switch self {
        case .tooSlow(let host): "\(host) did not answer within 15 s: check the network and the server"
        case .untrusted(let host):
            "the certificate of \(host) is not trusted: renew it, or set its authority in `hub.alerts.authority`"
        case .badAuthority: "the file in `hub.alerts.authority` cannot be used: expected a PEM file"
        case .refused(let host, let status):
            "\(host) answered with status \(status), expected 200 to 299: check `hub.alerts.webhook`"
        case .mailRefused(let host, let reply):
            "\(host) refused the mail with reply \(reply): check the addresses and the mail server's log"
        case .loginRefused(let host):
            "\(host) refused the login: check `hub.alerts.smtp_user` and `hub.alerts.smtp_password`"
        case .unencrypted(let host):
            "\(host) does not encrypt, so it gets no password: use an address that begins with smtps://"
        case .unreached(let host, let reason):
            "\(host) cannot be reached (\(reason)): check the network and the address"
        case .cutShort: "the hub ended before the message was delivered"
        }
    }
}
