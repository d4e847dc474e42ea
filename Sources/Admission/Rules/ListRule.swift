// A genuine ticket that is on no list enters by the event's policy.

import Ledger
import TicketSigning

struct ListRule: EntryRule {
    let question = "on the list"

    func objection(in context: RuleContext) -> Objection? {
        guard context.history.listed == nil else { return nil }
        return switch context.event.unlisted {
        case .refuse: .refuse(.unknownTicket)
        case .ask: .ask(.unknownTicket)
        case .admit: nil
        }
    }
}
