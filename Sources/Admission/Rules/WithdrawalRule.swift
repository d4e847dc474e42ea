// A withdrawn ticket does not enter.

import Ledger
import TicketSigning

struct WithdrawalRule: EntryRule {
    let question = "not withdrawn"

    func objection(in context: RuleContext) -> Objection? {
        switch context.history.listed?.status {
        case .revoked: .refuse(.revoked)
        case .replaced: .refuse(.replaced)
        case .valid, .unpaid, .blocked, nil: nil
        }
    }
}
