// A kind of ticket.

/// A kind of ticket of one event: `Regular`, `VIP`, `Student`.
public struct Tier: Hashable, Sendable {
    /// Unique within the event.
    public let name: String
    /// Where its terms differ from the event's.
    public var policy: EntryPolicy

    /// What staff checks for each ticket of this kind, such as `student card`.
    public var note: String? { policy.notes.first }

    /// - Parameters:
    ///   - name: Unique within the event, not empty.
    ///   - policy: Where its terms differ from the event's.
    public init(name: String, policy: EntryPolicy = EntryPolicy()) {
        self.name = name
        self.policy = policy
    }

    /// - Parameters:
    ///   - name: Unique within the event, not empty.
    ///   - note: For staff; with a note each ticket of the tier asks them.
    public init(name: String, note: String?) {
        self.init(name: name, policy: EntryPolicy(note: note))
    }
}
