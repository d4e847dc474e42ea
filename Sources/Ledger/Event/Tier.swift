// A kind of ticket.

/// A kind of ticket of one event: `Regular`, `VIP`, `Student`.
public struct Tier: Hashable, Sendable {
    /// Unique within the event.
    public let name: String
    /// The terms that differ from the event's.
    public var policy: EntryPolicy

    /// What staff check for each ticket of this tier, such as `student card`.
    public var note: String? { policy.notes.first }

    /// - Parameters:
    ///   - name: A name that is unique within the event, not empty.
    ///   - policy: The terms that differ from the event's.
    public init(name: String, policy: EntryPolicy = EntryPolicy()) {
        self.name = name
        self.policy = policy
    }

    /// - Parameters:
    ///   - name: A name that is unique within the event, not empty.
    ///   - note: A note for staff; if there is one, every ticket of the tier is sent to them.
    public init(name: String, note: String?) {
        self.init(name: name, policy: EntryPolicy(note: note))
    }
}
