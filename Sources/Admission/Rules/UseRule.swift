// A ticket admits its number of people, and no more.

import Ledger
import TicketSigning

struct UseRule: EntryRule {
    let question = "a place left"

    func objection(in circumstances: RuleContext) -> Objection? {
        guard !circumstances.use.hasPlace, let first = circumstances.use.first else { return nil }
        return .refuse(.alreadyUsed(first: first))
    }
}
