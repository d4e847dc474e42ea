// Why a delivery failed.

internal import HTTPClient

/// An error on the way to the organiser's server; each kind is reported once, and never with the body.
public enum WebhookFailure: Error, Hashable, CustomStringConvertible {
    /// The server did not respond in time.
    case tooSlow(host: String)
    /// The server's certificate is not trusted for its name.
    case untrusted(host: String)
    /// The file with the certificate authority cannot be used.
    case badAuthority(path: String)
    /// The server rejected the delivery.
    case refused(host: String, status: Int)
    /// The server could not be reached; `reason` is libcurl's.
    case unreached(host: String, reason: String)
    /// The door closed during the request.
    case cutShort(host: String)

    /// - Parameters:
    ///   - error: Why there is no response.
    ///   - host: The server.
    ///   - authority: The file with the certificate authority, if one is configured.
    init(_ error: TransferError, host: String, authority: String?) {
        switch error.kind {
        case .timedOut: self = .tooSlow(host: host)
        case .untrusted: self = .untrusted(host: host)
        case .badAuthority: self = .badAuthority(path: authority ?? "of this system")
        case .cancelled: self = .cutShort(host: host)
        case .connectionRefused, .loginRefused, .unencrypted, .mailRefused, .other:
            self = .unreached(host: host, reason: error.reason)
        }
    }

    /// One sentence: what failed, on what, what was expected or what to do.
    public var description: String {
        switch self {
        case .tooSlow(let host): "\(host) did not answer in time: check the network, or make the receiver faster"
        case .untrusted(let host):
            "the certificate of \(host) is not trusted: renew it, or set its authority in `webhook.authority`"
        case .badAuthority(let path): "the certificate authority \(path) cannot be used: expected a PEM file"
        case .refused(let host, let status):
            "\(host) answered with status \(status), expected 200 to 299: check `webhook.url` and the receiver's log"
        case .unreached(let host, let reason):
            "\(host) cannot be reached (\(reason)): check the network and `webhook.url`"
        case .cutShort(let host): "the door closed before \(host) answered; the queue is sent when it opens again"
        }
    }
}
