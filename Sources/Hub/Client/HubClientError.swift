// Why a box hears nothing from its hub.

/// The hub could not be asked, or said no.
public enum HubClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No connection, no answer in time, or no certificate that is trusted; `reason` is libcurl's.
    case unreachable(host: String, reason: String)
    /// The hub refused; `type` says why where a program can act on it, `detail` in the hub's own words.
    case refused(host: String, status: Int, type: ProblemType?, detail: String)
    /// What answered is no hub, or one of another version.
    case notAHub(host: String)
    /// A key came that this box cannot open.
    case notSealedForThisBox

    /// One sentence: what failed, where, and what to do.
    public var description: String {
        switch self {
        case .unreachable(let host, let reason):
            "The hub at \(host) cannot be reached (\(reason)); check the network, the address and its certificate."
        case .refused(let host, let status, _, let detail):
            "The hub at \(host) refused (\(status)): \(detail)"
        case .notSealedForThisBox:
            "The hub sent a key that was not sealed for this box; join the hub anew with `doorcheck hub join`."
        case .notAHub(let host):
            "What answers at \(host) is no hub of this version; check `hub.url`, and update the older of the two."
        }
    }
}
