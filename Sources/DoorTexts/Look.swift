// The styles of verdicts, on any output.

import Admission
import TicketSigning

/// The style of a verdict: a word, a shape and a colour. Never a colour alone.
package enum Look: CaseIterable {
    /// Someone enters.
    case admit
    /// Someone leaves.
    case exit
    /// The ticket is good, but this gate only checks.
    case checked
    /// Someone entered with the ticket seconds ago; the new verdict admits no one.
    case again
    /// Someone has entered with the ticket before.
    case used
    /// No one enters.
    case refuse
    /// Staff decide.
    case ask
}

extension Verdict {
    /// Whether the code is not one of ours, such as a menu's: no guest is refused.
    package var isQuiet: Bool {
        if case .refused(.rejected(.notATicket)) = outcome { true } else { false }
    }

    package var look: Look {
        switch outcome {
        case .admitted, .readmitted, .overruled: .admit
        case .exited, .justExited: .exit
        case .checked: .checked
        case .justAdmitted: .again
        case .refused(.alreadyUsed): .used
        case .refused: .refuse
        case .asked: .ask
        }
    }
}
