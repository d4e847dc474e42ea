// A ticket enters while its doors are open.

import Ledger
import TicketSigning

/// The ticket's own times go before the event's; the closing moment itself is too late.
struct WindowRule: EntryRule {
    func objection(in circumstances: Circumstances) -> Objection? {
        let listed = circumstances.history.listed
        if let opens = listed?.opens ?? circumstances.event.opens, circumstances.instant < opens {
            return .refuse(.tooEarly(opens: opens))
        }
        if let closes = listed?.closes ?? circumstances.event.closes, circumstances.instant >= closes {
            return .refuse(.tooLate(closed: closes))
        }
        return nil
    }
}
