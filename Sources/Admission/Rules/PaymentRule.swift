// A ticket that is not paid goes to the desk.

import Ledger
import TicketSigning

struct PaymentRule: EntryRule {
    let question = "paid"

    func objection(in circumstances: RuleContext) -> Objection? {
        circumstances.history.listed?.status == .unpaid ? .ask(.unpaid) : nil
    }
}
