// A ticket enters while its doors are open.

import Ledger
import TicketSigning

/// The closing time itself is too late; once the organiser has closed the event, so is every time. An untrusted clock
/// alone refuses no one, but it admits no one who would be out of time by the evidence against it.
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
