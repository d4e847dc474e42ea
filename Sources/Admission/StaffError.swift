// Why staff could not do what they asked for.

public import Ledger

/// A decision by hand that was not carried out; nothing was recorded.
public enum StaffError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rules object, as this verdict says, and no reason was given for doing it all the same.
    case reasonNeeded(Verdict)
    /// The door, or what is known of the ticket beyond this box's ledger, is no longer as the person saw it; what changed
    /// in the ledger itself is `LedgerError.changedMeanwhile`.
    case changedMeanwhile(Change)

    /// What is different now.
    public enum Change: Hashable, Sendable {
        /// The rules say this now, by the time of day for instance.
        case rules(Verdict)
        /// The door is another gate.
        case gate(GateName)
        /// Another gate did something with the ticket that this box's ledger has not heard of.
        case elsewhere(ClaimedMovement.Kind, Entry)
    }

    /// One sentence without a name, for logs.
    public var description: String {
        switch self {
        case .reasonNeeded(let verdict):
            "The rules object (\(verdict.reason)), so nothing was done; give a reason to do it all the same."
        case .changedMeanwhile(.rules(let verdict)):
            "Changed meanwhile: the rules now say \(verdict.reason). Look again before you act."
        case .changedMeanwhile(.gate(let gate)):
            "Changed meanwhile: the door is gate \(gate) now. Look again before you act."
        case .changedMeanwhile(.elsewhere(_, let entry)):
            "Changed meanwhile: gate \(entry.gate) did something with the ticket. Look again before you act."
        }
    }
}
