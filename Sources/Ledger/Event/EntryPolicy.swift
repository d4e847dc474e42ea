// The terms of entry, as set by an event, a tier or a ticket.

/// The terms of entry. A value of `nil` is inherited: the ticket's own terms take precedence over its tier's, and
/// those over the event's.
public struct EntryPolicy: Hashable, Sendable {
    /// Admitted from this time on.
    public var opens: Timestamp?
    /// Admitted before this time.
    public var closes: Timestamp?
    /// How many people a ticket admits, 1 to 1000.
    public var admits: Int?
    /// Whether they may enter again.
    public var reentry: Reentry?
    /// The only gates that it may enter through, in alphabetical order.
    public var gates: [GateName]?
    /// What staff check; every note applies, none replaces another.
    public var notes: [String]

    /// - Parameters:
    ///   - opens: The start of admission.
    ///   - closes: The end of admission.
    ///   - admits: 1 to 1000 people.
    ///   - reentry: Whether they may enter again.
    ///   - gates: The only gates; an empty list means all gates, like `nil`.
    ///   - note: What staff check.
    public init(
        opens: Timestamp? = nil,
        closes: Timestamp? = nil,
        admits: Int? = nil,
        reentry: Reentry? = nil,
        gates: [GateName]? = nil,
        note: String? = nil
    ) {
        self.opens = opens
        self.closes = closes
        self.admits = admits
        self.reentry = reentry
        self.gates = gates?.isEmpty == true ? nil : gates
        self.notes = note.map { [$0] } ?? []
    }

    /// Returns these terms, overridden by more specific ones.
    ///
    /// - Parameter closer: A tier's terms over an event's, or a ticket's over a tier's.
    /// - Returns: The terms that apply.
    public func overridden(by closer: EntryPolicy?) -> EntryPolicy {
        guard let closer else { return self }
        var policy = self
        policy.opens = closer.opens ?? opens
        policy.closes = closer.closes ?? closes
        policy.admits = closer.admits ?? admits
        policy.reentry = closer.reentry ?? reentry
        policy.gates = closer.gates ?? gates
        policy.notes = notes + closer.notes
        return policy
    }
}

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
