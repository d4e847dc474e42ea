// A code is signed by the key that its ticket was issued with.

import Ledger
import TicketSigning

/// Whoever has an event's old key could sign a code for any ticket of the list. A ticket that was issued before a
/// rotation stays listed under its own key, and one that is issued anew gets another identifier: so a listed ticket whose
/// code has an older key than the list was never given out. A ticket that is on no list should have the newest key.
struct KeyRule: EntryRule {
    let question = "signed by its key"

    func objection(in circumstances: RuleContext) -> Objection? {
        let history = circumstances.history
        guard let epoch = circumstances.epoch, let expected = history.listed?.epoch ?? history.newestEpoch,
            epoch < expected
        else { return nil }
        return switch circumstances.event.oldKeys {
        case .refuse: .refuse(.oldKey)
        case .ask: .ask(.oldKey)
        }
    }
}
