// A ticket admits as many people as it says, and no more.

import Ledger
import TicketSigning

struct UseRule: EntryRule {
    func objection(in circumstances: Circumstances) -> Objection? {
        let history = circumstances.history
        let places = history.listed?.admits ?? 1
        guard let first = history.entries.first, history.entries.count >= places else { return nil }
        return .refuse(.alreadyUsed(first: first))
    }
}
