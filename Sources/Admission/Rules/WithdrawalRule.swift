// A ticket that was withdrawn does not enter.

import Ledger
import TicketSigning

struct WithdrawalRule: EntryRule {
    func objection(in circumstances: Circumstances) -> Objection? {
        switch circumstances.history.listed?.status {
        case .revoked: .refuse(.revoked)
        case .replaced: .refuse(.replaced)
        case .valid, .unpaid, .blocked, nil: nil
        }
    }
}
