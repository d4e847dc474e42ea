// Explaining to staff why a hub rejects this box.

import Hub

extension HubClientError {
    /// The problem between this box and its hub, and what to do; `nil` if the box is a member.
    var membership: (finding: String, advice: String)? {
        guard case .refused(let host, 401, let detail) = self else { return nil }
        if detail.contains("shut out") {
            return (
                "the hub at \(host) has shut this box out",
                "ask the organiser; it comes back only as a new box, by `doorcheck sync id --new` and `doorcheck hub join`"
            )
        }
        guard detail.contains("enrolled") else { return nil }
        return (
            "the hub at \(host) does not know this box",
            "make it one of the hub's: `doorcheck hub join` with the code that `doorcheck hub enroll` shows there"
        )
    }
}
