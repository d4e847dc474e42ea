// A ticket that is not paid goes to the desk.

import Ledger
import TicketSigning

struct PaymentRule: EntryRule {
    func objection(in circumstances: Circumstances) -> Objection? {
        circumstances.history.listed?.status == .unpaid ? .ask(.unpaid) : nil
    }
}
