// Only people who entered can leave.

import Ledger
import TicketSigning

struct InsideRule: EntryRule {
    let question = "inside"

    func objection(in context: RuleContext) -> Objection? {
        guard context.use.inside == 0 else { return nil }
        return .refuse(.notInside(left: context.history.passages.last?.entry))
    }
}
