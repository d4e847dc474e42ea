// A ticket enters only the event that it is for.

import Ledger
import TicketSigning

struct EventRule: EntryRule {
    let question = "for this event"

    func objection(in context: RuleContext) -> Objection? {
        guard context.ticket.event != context.event.id else { return nil }
        return .refuse(.wrongEvent(context.history.event))
    }
}
