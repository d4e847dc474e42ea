// A ticket admits its number of people, and no more.

import Ledger
import TicketSigning

struct UseRule: EntryRule {
    let question = "a place left"

    func objection(in context: RuleContext) -> Objection? {
        guard !context.use.hasPlace, let first = context.use.first else { return nil }
        return .refuse(.alreadyUsed(first: first))
    }
}
