// Only people who entered can leave.

import Ledger
import TicketSigning

struct InsideRule: EntryRule {
    let question = "inside"

    func objection(in circumstances: RuleContext) -> Objection? {
        guard circumstances.use.inside == 0 else { return nil }
        return .refuse(.notInside(left: circumstances.history.passages.last?.entry))
    }
}
