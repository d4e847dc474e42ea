// The knowledge that a movement was granted on.

/// Who knew that a ticket still had a place when somebody moved with it.
public enum DecisionSource: String, Hashable, Sendable, Codable {
    /// This box alone, with what it had learned from the others.
    case alone
    /// The hub, which knows all boxes.
    case hub
}
