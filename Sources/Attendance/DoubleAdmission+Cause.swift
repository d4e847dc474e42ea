// The causes of double admissions.

public import Admission
import Ledger
import TicketSigning

extension DoubleAdmission {
    /// Why the second admission was not prevented.
    public enum Cause: CaseIterable {
        /// The two boxes had not received each other's records yet.
        case apart
        /// Staff admitted someone although the rules reported that the ticket was used up.
        case knowingly
        /// Staff admitted someone despite another objection.
        case byHand
        /// The entry was allowed at the time; the ticket or its terms changed later.
        case changed

        /// A short description for a table.
        public var words: String {
            switch self {
            case .apart: "boxes apart"
            case .knowingly: "by hand, knowingly"
            case .byHand: "by hand"
            case .changed: "changed since"
            }
        }

        /// Returns a sentence about a number of cases.
        func sentence(_ count: Int) -> String {
            let came = "\(count.people) entered with a ticket that was already used"
            return switch self {
            case .apart: "\(came), because two boxes had not synced yet."
            case .knowingly: "\(came); staff admitted them by hand, knowing this."
            case .byHand: "\(came); staff admitted them by hand, overruling a different objection."
            case .changed: "\(came) according to the current list: the ticket or its terms have changed since."
            }
        }
    }

    /// A short description for a table: the cause, and whether it is known who was first.
    public var words: String { isOrderKnown ? cause.words : "\(cause.words), order not certain" }

    /// Why the second admission was not prevented.
    public var cause: Cause {
        if later.isDeliberate { return .knowingly }
        if later.movement.kind == .override { return .byHand }
        return later.box == earlier.box ? .changed : .apart
    }
}
