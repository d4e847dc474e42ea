// A ticket that enters once a day needs a clock that can be believed.

import Ledger
import TicketSigning

/// Set forward by a day, the clock would let everybody in a second time; set back, it would take today's first entry for
/// a second one.
struct DayRule: EntryRule {
    let question = "sure which day it is"

    func objection(in circumstances: RuleContext) -> Objection? {
        guard circumstances.use.reentry == .perDay, circumstances.clock != .trusted else { return nil }
        return .ask(.clockNotTrusted)
    }
}
