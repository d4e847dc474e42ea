// A verdict in a form that the ledger can record.

/// What the ledger records for a verdict.
public enum Recording: Hashable, Sendable {
    /// Somebody enters: one more person is in the zone.
    case admission
    /// Somebody enters who is counted as inside already.
    case passage
    /// Staff admit somebody against the rules; `people` is how many more are in the zone, 0 or 1.
    case override(people: Int)
    /// Somebody leaves: one person fewer is in the zone.
    case exit
    /// No one moves: the scan is logged and changes nothing for the ticket.
    case logOnly
    /// A code that was good a moment ago is shown again, by the same guest or another: logged only, and no more often
    /// than a code can come into view.
    case repetition
    /// Nothing is recorded.
    case nothing

    /// The change in the number of people in the zone.
    var people: Int {
        switch self {
        case .admission: 1
        case .override(let people): people
        case .exit: -1
        case .passage, .logOnly, .repetition, .nothing: 0
        }
    }

    /// Whether somebody enters.
    public var isEntry: Bool {
        switch self {
        case .admission, .passage, .override: true
        case .exit, .logOnly, .repetition, .nothing: false
        }
    }

    /// Whether somebody enters or leaves, which takes the ticket's next slot.
    public var isMovement: Bool {
        switch self {
        case .admission, .passage, .override, .exit: true
        case .logOnly, .repetition, .nothing: false
        }
    }
}

/// A verdict as the ledger sees it.
public protocol RecordableVerdict: Sendable {
    /// The answer: admit, refuse or ask.
    var answer: Answer { get }
    /// The stable kebab-case reason, such as `already-used`; `readmitted` for somebody who comes back.
    var reasonCode: String { get }
    /// What to record.
    var recording: Recording { get }
}
