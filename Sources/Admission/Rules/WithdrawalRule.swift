// A withdrawn ticket does not enter.

import Ledger
import TicketSigning

struct WithdrawalRule: EntryRule {
    let question = "not withdrawn"

    func objection(in circumstances: RuleContext) -> Objection? {
        switch circumstances.history.listed?.status {
        case .revoked: .refuse(.revoked)
        case .replaced: .refuse(.replaced)
        case .valid, .unpaid, .blocked, nil: nil
        }
    }
}
