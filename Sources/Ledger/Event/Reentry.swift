// Whether a ticket that was used enters again.

/// What a ticket is good for after its people have entered.
public enum Reentry: String, CaseIterable, Hashable, Sendable {
    /// Nothing: who leaves stays out.
    case none
    /// As many people as have left, by an exit gate, may come back.
    case afterExit = "after-exit"
    /// People come and go as they like.
    case unlimited
    /// The ticket is as good as new every day.
    case perDay = "per-day"
}
