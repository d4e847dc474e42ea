// Why mails are not sent.

import HTTPClient

/// Why the mail server does not take any mail; nothing is lost, and the rest can be sent later.
package enum MailFault: Hashable, Sendable, CustomStringConvertible {
    /// It does not answer.
    case tooSlow(host: String)
    /// Its certificate is not trusted.
    case untrusted(host: String)
    /// The file with its authority is none.
    case badAuthority
    /// It does not accept the user or the password.
    case loginRefused(host: String)
    /// It does not encrypt.
    case unencrypted(host: String)
    /// It refuses one mail after the other for the moment, with a reply of RFC 5321, 400 to 499.
    case later(host: String, reply: Int)
    /// It refuses one mail after the other, so that the reason is none of the guests' addresses.
    case refusesAll(host: String, reply: Int)
    /// It cannot be reached; the reason is libcurl's.
    case unreached(host: String, reason: String)

    init(_ error: TransferError, host: String) {
        switch error.kind {
        case .timedOut: self = .tooSlow(host: host)
        case .untrusted: self = .untrusted(host: host)
        case .badAuthority: self = .badAuthority
        case .loginRefused: self = .loginRefused(host: host)
        case .unencrypted: self = .unencrypted(host: host)
        case .mailRefused(let reply) where reply < 500: self = .later(host: host, reply: reply)
        case .mailRefused(let reply): self = .refusesAll(host: host, reply: reply)
        case .cancelled, .connectionRefused, .other: self = .unreached(host: host, reason: error.reason)
        }
    }

    /// One sentence: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .tooSlow(let host): "\(host) does not answer; check the network and the server, then go on."
        case .untrusted(let host):
            "The certificate of \(host) is not trusted; check the server's name, or name its authority."
        case .badAuthority: "The file with the authority is not a certificate in PEM form; choose another."
        case .loginRefused(let host): "\(host) does not accept the user or the password; correct them, then go on."
        case .unencrypted(let host):
            "\(host) does not encrypt, so it gets no password; use an address that begins with smtps://."
        case .later(let host, let reply):
            "\(host) takes no more mails for the moment (reply \(reply)); go on in a while."
        case .refusesAll(let host, let reply):
            "\(host) refuses one mail after the other (reply \(reply)); check the sender's address."
        case .unreached(let host, let reason):
            "\(host) cannot be reached (\(reason)); check the address and the network, then go on."
        }
    }
}
