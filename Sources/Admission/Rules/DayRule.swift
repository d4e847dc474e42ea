// A ticket that enters once a day needs a trustworthy clock.

import Ledger
import TicketSigning

/// A clock that is set forward by a day would admit everybody a second time; one that is set back would mistake
/// today's first entry for a second one.
struct DayRule: EntryRule {
    let question = "sure which day it is"

    func objection(in context: RuleContext) -> Objection? {
        guard context.use.reentry == .perDay, context.clock != .trusted else { return nil }
        return .ask(.clockNotTrusted)
    }
}
