// A ticket enters while its doors are open.

import Ledger
import TicketSigning

/// The closing time itself is too late; once the organiser has closed the event, so is every time. An untrusted clock
/// alone refuses no one, but it admits no one who would be out of time by the evidence against it.
struct WindowRule: EntryRule {
    let question = "in time"

    func objection(in context: RuleContext) -> Objection? {
        if let closed = context.event.closed { return .refuse(.tooLate(closed: closed)) }
        let moments = context.clock.moments(of: context.instant)
        guard let refusal = moments.lazy.compactMap({ refusal(at: $0, by: context.policy) }).first else {
            return nil
        }
        return context.clock == .trusted ? .refuse(refusal) : .ask(refusal)
    }

    private func refusal(at instant: Timestamp, by policy: EntryPolicy) -> Refusal? {
        if let opens = policy.opens, instant < opens { return .tooEarly(opens: opens) }
        if let closes = policy.closes, instant >= closes { return .tooLate(closed: closes) }
        return nil
    }
}
