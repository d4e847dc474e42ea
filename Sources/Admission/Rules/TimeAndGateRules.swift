// Rules about time and place: opening hours, days, gates.

import Ledger
import TicketSigning

/// A ticket enters while its doors are open.
///
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

/// A ticket that enters once a day needs a trustworthy clock.
///
/// A clock that is set forward by a day would admit everybody a second time; one that is set back would mistake
/// today's first entry for a second one.
struct DayRule: EntryRule {
    let question = "on a date that is certain"

    func objection(in context: RuleContext) -> Objection? {
        guard context.use.reentry == .perDay, context.clock != .trusted else { return nil }
        return .ask(.clockNotTrusted)
    }
}

/// A ticket enters through the gates of its tier, a gate admits the tiers that it lists, and a restricted zone admits
/// nobody by default.
struct GateRule: EntryRule {
    let question = "at the right gate"

    func objection(in context: RuleContext) -> Objection? {
        let door = context.history.door
        if let gates = context.policy.gates, !gates.contains(door.gate.name) { return .refuse(.wrongGate(gates)) }
        if let tiers = door.gate.tiers {
            let isListed = context.history.tierName.map(tiers.contains) ?? false
            return isListed ? nil : .refuse(.wrongTier(tiers))
        }
        return door.zone.isRestricted && context.policy.gates == nil ? .refuse(.wrongTier([])) : nil
    }
}
