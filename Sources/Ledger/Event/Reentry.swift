// Whether a used ticket may enter again.

/// What a ticket is good for after its people have entered.
public enum Reentry: String, CaseIterable, Hashable, Sendable {
    /// Nothing: people who leave stay out.
    case none
    /// As many people as have left through an exit gate may come back.
    case afterExit = "after-exit"
    /// People come and go freely.
    case unlimited
    /// The ticket is as good as new every day.
    case perDay = "per-day"
}
