// A ticket enters only the event that it is for.

import Ledger
import TicketSigning

struct EventRule: EntryRule {
    let question = "for this event"

    func objection(in circumstances: RuleContext) -> Objection? {
        guard circumstances.ticket.event != circumstances.event.id else { return nil }
        return .refuse(.wrongEvent(circumstances.history.event))
    }
}
