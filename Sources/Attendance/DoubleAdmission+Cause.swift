// How a ticket came to let in more people than it may.

public import Admission
import Ledger
import TicketSigning

extension DoubleAdmission {
    /// Why nobody was stopped.
    public enum Cause: CaseIterable {
        /// The two boxes had not heard of each other yet.
        case apart
        /// Staff let somebody in although the rules said that the ticket was used up.
        case knowingly
        /// Staff let somebody in over another objection.
        case byHand
        /// At its time the entry was allowed; ticket or terms have changed since.
        case changed

        /// A few words for a table.
        public var words: String {
            switch self {
            case .apart: "boxes apart"
            case .knowingly: "by hand, knowingly"
            case .byHand: "by hand"
            case .changed: "changed since"
            }
        }

        /// What so many cases of it are.
        func sentence(_ count: Int) -> String {
            let came = "\(count.people) entered with a ticket that was used up"
            return switch self {
            case .apart: "\(came), since two boxes had not heard of each other yet."
            case .knowingly: "\(came); staff let them in by hand, knowing that."
            case .byHand: "\(came); staff let them in by hand, over another objection."
            case .changed: "\(came) by the list as it is now: the ticket or its terms were changed since."
            }
        }
    }

    /// Why nobody was stopped.
    public var cause: Cause {
        if later.isDeliberate { return .knowingly }
        if later.movement.kind == .override { return .byHand }
        return later.box == earlier.box ? .changed : .apart
    }
}
