// Why a request got no response.

internal import CCurl
internal import Glibc

/// A request that got no complete response.
public struct TransferError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Kind: Hashable, Sendable {
        /// There was no complete response by the deadline.
        case timedOut
        /// The server's certificate is not trusted for its name.
        case untrusted
        /// The file with the certificate authority cannot be used.
        case badAuthority
        /// Nothing listens at the address.
        case connectionRefused
        /// A mail server does not accept the user or the password.
        case loginRefused
        /// A mail server does not encrypt.
        case unencrypted
        /// A mail server refuses the mail with a reply of RFC 5321, 400 to 599.
        case mailRefused(reply: Int)
        /// The caller gave up.
        case cancelled
        /// Anything else; the reason names it.
        case other
    }

    /// The cause.
    public let kind: Kind
    /// The cause in a few words, libcurl's where it has some.
    public let reason: String

    /// The reason.
    public var description: String { reason }

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// - Parameters:
    ///   - code: libcurl's error code.
    ///   - systemError: The `errno` of the last connection attempt; 0 for none.
    init(_ code: CURLcode, systemError: Int) {
        let kind: Kind =
            switch code {
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PEER_FAILED_VERIFICATION: .untrusted
            case CURLE_SSL_CACERT_BADFILE: .badAuthority
            case CURLE_LOGIN_DENIED: .loginRefused
            case CURLE_USE_SSL_FAILED: .unencrypted
            case CURLE_COULDNT_CONNECT where systemError == Int(ECONNREFUSED): .connectionRefused
            default: .other
            }
        self.init(kind, String(cString: curl_easy_strerror(code)))
    }
}
