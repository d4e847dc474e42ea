// The holder of an unpaid ticket is sent to the desk.

import Ledger
import TicketSigning

struct PaymentRule: EntryRule {
    let question = "paid"

    func objection(in context: RuleContext) -> Objection? {
        context.history.listed?.status == .unpaid ? .ask(.unpaid) : nil
    }
}
