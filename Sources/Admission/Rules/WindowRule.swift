// A ticket enters while its doors are open.

import Ledger
import TicketSigning

/// The closing moment itself is too late, and once the organiser has closed the event, every moment is. A clock that cannot be believed turns nobody away by itself.
struct WindowRule: EntryRule {
    let question = "in time"

    func objection(in circumstances: Circumstances) -> Objection? {
        if let closed = circumstances.event.closed { return .refuse(.tooLate(closed: closed)) }
        guard let refusal = refusal(in: circumstances) else { return nil }
        return circumstances.clock == .trusted ? .refuse(refusal) : .ask(refusal)
    }

    private func refusal(in circumstances: Circumstances) -> Refusal? {
        if let opens = circumstances.policy.opens, circumstances.instant < opens { return .tooEarly(opens: opens) }
        if let closes = circumstances.policy.closes, circumstances.instant >= closes {
            return .tooLate(closed: closes)
        }
        return nil
    }
}
