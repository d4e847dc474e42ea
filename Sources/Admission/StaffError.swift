// Why a staff action failed.

public import Ledger

/// A staff decision that was not carried out; nothing was recorded.
public enum StaffError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rules object, as this verdict states, and no reason was given for overriding them.
    case reasonNeeded(Verdict)
    /// The gate, or what is known about the ticket beyond this box's ledger, has changed since the person looked. A
    /// change in the ledger itself throws `LedgerError.changedMeanwhile`.
    case changedMeanwhile(Change)

    /// What has changed.
    public enum Change: Hashable, Sendable {
        /// The rules now give this verdict, for instance because time has passed.
        case rules(Verdict)
        /// The desk is now at this gate.
        case gate(GateName)
        /// Another gate did something with the ticket that this box's ledger has no record of yet.
        case elsewhere(Claim.Kind, Entry)
    }

    /// One sentence without a name, for logs.
    public var description: String {
        switch self {
        case .reasonNeeded(let verdict):
            "The rules object (\(verdict.reasonCode)), so nothing was done; give a reason to do it anyway."
        case .changedMeanwhile(.rules(let verdict)):
            "Changed meanwhile: the rules now say \(verdict.reasonCode). Look again before you act."
        case .changedMeanwhile(.gate(let gate)):
            "Changed meanwhile: the door is now gate \(gate). Look again before you act."
        case .changedMeanwhile(.elsewhere(_, let entry)):
            "Changed meanwhile: gate \(entry.gate) did something with the ticket. Look again before you act."
        }
    }
}
