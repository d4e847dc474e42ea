// A code is signed by the key that its ticket was issued with.

import Ledger
import TicketSigning

/// Anyone who has an event's old key could sign a code for any ticket on the list. A ticket that was issued before a
/// rotation stays listed under its own key, and a reissued ticket gets another identifier. So a code for a listed
/// ticket with an older key than the list's was never issued. A ticket that is on no list should have the newest key.
struct KeyRule: EntryRule {
    let question = "signed by its key"

    func objection(in context: RuleContext) -> Objection? {
        let history = context.history
        guard let epoch = context.epoch, let expected = history.listed?.epoch ?? history.newestEpoch,
            epoch < expected
        else { return nil }
        return switch context.event.oldKeys {
        case .refuse: .refuse(.oldKey)
        case .ask: .ask(.oldKey)
        }
    }
}
