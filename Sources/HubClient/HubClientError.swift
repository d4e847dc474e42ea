// Why a box gets no answer from its hub.

public import HubProtocol

/// The hub could not be reached, or refused the request.
public enum HubClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No connection, or no answer in time; `reason` is libcurl's.
    case unreachable(host: String, reason: String)
    /// Neither the hub's authority nor, without one, the system's have signed the certificate for this address.
    case untrusted(host: String)
    /// The file with the hub's authority cannot be read, or has no certificate.
    case badAuthority(path: String)
    /// The hub refused the request; `type` is the reason where a program can act on it, `detail` the hub's own message.
    case refused(host: String, status: Int, type: ProblemType?, detail: String)
    /// The server is not a hub, or a hub of another version.
    case notAHub(host: String)
    /// This box has joined no hub.
    case notJoined(host: String)
    /// The answer is not signed by the hub that this box has joined, or was altered.
    case notSigned(host: String)
    /// The membership that the hub sent is not that of the joining code.
    case notTheOrganisers(host: String)
    /// The hub sent a key that this box cannot open.
    case notSealedForThisBox

    /// One sentence: what failed, where, and what to do.
    public var description: String {
        switch self {
        case .unreachable(let host, let reason):
            "The hub at \(host) cannot be reached (\(reason)); check the network and the address."
        case .untrusted(let host):
            "This box does not trust the certificate of the hub at \(host); name the file of the authority that issued "
                + "it in `hub.authority`, and check on the hub's machine that it is for this address and still valid."
        case .badAuthority(let path):
            "The hub's certificate authority \(path) cannot be used; expected a PEM file, see `hub.authority`."
        case .refused(let host, let status, _, let detail):
            "The hub at \(host) refused (\(status)): \(detail)"
        case .notJoined(let host):
            "This box has not joined the hub at \(host); run `doorcheck hub join` with the code that `doorcheck hub "
                + "enroll` shows there."
        case .notSigned(let host):
            "The answer from \(host) is not signed by the hub that this box has joined, so it was ignored; check "
                + "`hub.url` and the network, and join again with `doorcheck hub join` if the hub has a new key."
        case .notTheOrganisers(let host):
            "The hub at \(host) sent a membership that is not from whoever made the joining code, so this box did not "
                + "take it; tell the organiser."
        case .notSealedForThisBox:
            "The hub sent a key that is not sealed for this box; join the hub again with `doorcheck hub join`."
        case .notAHub(let host):
            "The server at \(host) is not a hub of this version; check `hub.url`, and update the older of the two."
        }
    }
}
