// The looks that verdicts have, whatever shows them.

import Admission
import TicketSigning

/// How a verdict looks: a word, a shape, a colour. Never a colour alone.
enum Look: CaseIterable {
    /// Somebody enters.
    case admit
    /// Somebody leaves.
    case exit
    /// The ticket is good, and nobody enters here.
    case checked
    /// Somebody entered with it seconds ago, and nobody enters on it now.
    case again
    /// Somebody has entered with it before.
    case used
    /// Nobody enters.
    case refuse
    /// Staff decides.
    case ask
}

extension Verdict {
    /// Whether a code was read that is none of ours, such as a menu's: nobody is refused.
    var isQuiet: Bool {
        if case .refused(.rejected(.notATicket)) = outcome { true } else { false }
    }

    var look: Look {
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
