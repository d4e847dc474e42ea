// What staff can do from their page.

/// One thing done to a ticket by hand; each is recorded with who and why.
public enum StaffAction: String, CaseIterable, Codable, Sendable {
    /// Let somebody in, whatever the rules say.
    case admit
    /// Take the last admission back.
    case undo
    /// It was paid.
    case pay
    /// Stop it.
    case block
    /// A block was a mistake.
    case restore
}
