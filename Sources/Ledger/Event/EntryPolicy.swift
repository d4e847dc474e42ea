// What a ticket must fulfil to enter, as an event, a tier or the ticket itself says it.

/// The terms of entry; what is `nil` is left to whatever stands above: the ticket's own terms go before its tier's,
/// and those before the event's.
public struct EntryPolicy: Hashable, Sendable {
    /// Admitted from this moment on.
    public var opens: Timestamp?
    /// Admitted before this moment.
    public var closes: Timestamp?
    /// How many people a ticket lets in, 1 to 1000.
    public var admits: Int?
    /// Whether they may enter again.
    public var reentry: Reentry?
    /// The only gates that it enters by, in alphabetical order.
    public var gates: [GateName]?
    /// What staff checks; every note counts, none replaces another.
    public var notes: [String]

    /// - Parameters:
    ///   - opens: Start of admission.
    ///   - closes: End of admission.
    ///   - admits: 1 to 1000 people.
    ///   - reentry: Whether they may enter again.
    ///   - gates: The only gates; empty stands for all, like `nil`.
    ///   - note: What staff checks.
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

    /// These terms, where closer ones say nothing else.
    ///
    /// - Parameter closer: Those of a tier over an event's, or of a ticket over a tier's.
    /// - Returns: The terms that hold.
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
