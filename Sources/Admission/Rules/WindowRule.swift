// A ticket enters while its doors are open.

import Ledger
import TicketSigning

/// The closing moment itself is too late, and once the organiser has closed the event, every moment is. A clock that
/// cannot be believed turns nobody away by itself, and lets nobody in who would be out of time by what speaks against it.
struct WindowRule: EntryRule {
    let question = "in time"

    func objection(in circumstances: RuleContext) -> Objection? {
        if let closed = circumstances.event.closed { return .refuse(.tooLate(closed: closed)) }
        let moments = circumstances.clock.moments(of: circumstances.instant)
        guard let refusal = moments.lazy.compactMap({ refusal(at: $0, by: circumstances.policy) }).first else {
            return nil
        }
        return circumstances.clock == .trusted ? .refuse(refusal) : .ask(refusal)
    }

    private func refusal(at instant: Timestamp, by policy: EntryPolicy) -> Refusal? {
        if let opens = policy.opens, instant < opens { return .tooEarly(opens: opens) }
        if let closes = policy.closes, instant >= closes { return .tooLate(closed: closes) }
        return nil
    }
}
