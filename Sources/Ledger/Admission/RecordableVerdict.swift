// A verdict in a form that the ledger can write down.

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
    /// Somebody enters: one more is in the zone.
    case admission
    /// Somebody enters who is counted in already.
    case passage
    /// Staff lets somebody in against the rules; `people` is how many more are in the zone, 0 or 1.
    case override(people: Int)
    /// Somebody leaves: one fewer is in the zone.
    case exit
    /// Nobody moves: the scan stands in the list and changes nothing for the ticket.
    case logOnly
    /// A code that was good a moment ago is shown again, by the same guest or by another: as a remark, and no more often
    /// than a code can come into view.
    case repetition
    /// Nothing.
    case nothing

    /// How many more people are in the zone.
    var people: Int {
        switch self {
        case .admission: 1
        case .override(let people): people
        case .exit: -1
        case .passage, .logOnly, .repetition, .nothing: 0
        }
    }

    /// Whether somebody goes in.
    public var isEntry: Bool {
        switch self {
        case .admission, .passage, .override: true
        case .exit, .logOnly, .repetition, .nothing: false
        }
    }

    /// Whether somebody goes in or out: a ticket's next slot is taken.
    public var isMovement: Bool {
        switch self {
        case .admission, .passage, .override, .exit: true
        case .logOnly, .repetition, .nothing: false
        }
    }
}

/// A verdict as the ledger sees it.
public protocol RecordableVerdict: Sendable {
    /// Admit, refuse or ask.
    var answer: Answer { get }
    /// The stable kebab-case reason, such as `already-used`; `readmitted` for somebody who comes back.
    var reason: String { get }
    /// What to write down.
    var recording: Recording { get }
}
