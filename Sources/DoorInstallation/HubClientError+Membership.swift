// Explaining to staff why a hub rejects this box.

import HubClient
import HubProtocol

extension HubClientError {
    /// What is wrong between this box and its hub, and what to do; `nil` if the box is enrolled.
    package var membership: (finding: String, advice: String)? {
        if case .notJoined(let host) = self {
            return (
                "this box has not joined the hub at \(host)",
                "run `doorcheck hub join` with the code that `doorcheck hub enroll` shows there"
            )
        }
        guard case .refused(let host, _, let type?, _) = self else { return nil }
        switch type {
        case .boxRevoked:
            return (
                "the hub at \(host) has revoked this box",
                "ask the organiser; it can rejoin only as a new box: `doorcheck sync id --new` and `doorcheck hub join`"
            )
        case .boxUnknown:
            return (
                "the hub at \(host) does not know this box",
                "enrol it: `doorcheck hub join` with the code that `doorcheck hub enroll` shows there"
            )
        case .changedMeanwhile, .overQuota: return nil
        }
    }
}
