// A blocked ticket does not enter.

import Ledger
import TicketSigning

struct BlockRule: EntryRule {
    let question = "not blocked"

    func objection(in context: RuleContext) -> Objection? {
        guard let listed = context.history.listed, listed.status == .blocked else { return nil }
        return .refuse(.blocked(note: listed.statusWhy ?? listed.note))
    }
}
