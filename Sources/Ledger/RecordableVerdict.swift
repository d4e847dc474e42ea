// What a verdict must tell so that the ledger can write it down.

/// The three answers at a door.
public enum Answer: String, CaseIterable, Hashable, Sendable {
    /// The guest enters.
    case admit
    /// The guest does not enter.
    case refuse
    /// Staff decides.
    case ask
}

/// What the ledger writes down for a verdict.
public enum Recording: Hashable, Sendable {
    /// Somebody enters: the ticket's next slot is taken.
    case admission
    /// Nobody enters: the scan stands in the list and changes nothing for the ticket.
    case remark
    /// The same guest is still standing there: nothing.
    case nothing
}

/// A verdict as the ledger sees it.
public protocol RecordableVerdict: Sendable {
    /// Admit, refuse or ask.
    var answer: Answer { get }
    /// The stable kebab-case reason, such as `already-used`.
    var reason: String { get }
    /// What to write down.
    var recording: Recording { get }
}
