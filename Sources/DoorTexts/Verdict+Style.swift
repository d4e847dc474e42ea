// The style of a verdict, on any output.

package import Admission
package import DoorDisplay
import TicketSigning

extension Verdict {
    /// Whether the code is not one of ours, such as a menu's: no guest is refused.
    package var isQuiet: Bool { style == .quiet }

    /// A word, a shape and a colour; never a colour alone.
    package var style: VerdictStyle {
        switch outcome {
        case .admitted, .readmitted, .overruled: .admit
        case .exited, .justExited: .exit
        case .checked: .checked
        case .justAdmitted: .again
        case .refused(.alreadyUsed): .used
        case .refused(.rejected(.notATicket)): .quiet
        case .refused: .refuse
        case .asked: .ask
        }
    }
}
