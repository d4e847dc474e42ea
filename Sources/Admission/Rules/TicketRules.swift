// Rules about the ticket itself: its event, its status, its key.

import Ledger
import TicketSigning

/// A ticket enters only the event that it is for.
struct EventRule: EntryRule {
    let question = "for this event"

    func objection(in context: RuleContext) -> Objection? {
        guard context.ticket.event != context.event.id else { return nil }
        return .refuse(.wrongEvent(context.history.event))
    }
}

/// A genuine ticket that is on no list enters by the event's policy, unless the list has its replacement. One that a
/// partner may sell needs no list.
struct ListRule: EntryRule {
    let question = "on the list"

    func objection(in context: RuleContext) -> Objection? {
        guard context.history.listed == nil, context.history.granted == nil else { return nil }
        // A ticket that is on no list replaces none, so it has a root only if another one replaces it.
        let isReplaced = context.history.root != nil
        return switch context.event.unlisted {
        case .refuse: .refuse(.unknownTicket)
        case .ask where isReplaced, .admit where isReplaced: .refuse(.replaced)
        case .ask: .ask(.unknownTicket)
        case .admit: nil
        }
    }
}

/// A withdrawn ticket does not enter, nor does one of a grant that was taken back.
struct WithdrawalRule: EntryRule {
    let question = "not revoked"

    func objection(in context: RuleContext) -> Objection? {
        switch context.history.status {
        case .revoked: .refuse(.revoked)
        case .replaced: .refuse(.replaced)
        case .valid, .unpaid, .blocked, nil: nil
        }
    }
}

/// A blocked ticket does not enter.
struct BlockRule: EntryRule {
    let question = "not blocked"

    func objection(in context: RuleContext) -> Objection? {
        let history = context.history
        guard history.status == .blocked else { return nil }
        return .refuse(.blocked(note: history.listed.map { $0.statusWhy ?? $0.note } ?? history.granted?.statusWhy))
    }
}

/// A code is signed by the key that its ticket was issued with.
///
/// Anyone who has a key of an event, such as an old one or one of suite 1 from a stolen box, could sign a code for any
/// ticket on the list. A ticket that was issued before a rotation stays listed under its own key, and a reissued ticket
/// gets another identifier. So a code for a listed ticket with another key than the list's was never issued. A ticket
/// that is on no list should have the newest key, and one that a partner may sell is signed by that partner alone.
struct KeyRule: EntryRule {
    let question = "signed by its key"

    func objection(in context: RuleContext) -> Objection? {
        let history = context.history
        let isIssued =
            switch context.signer {
            case nil: true
            case .key(let epoch):
                if let listed = history.listed {
                    epoch == listed.epoch
                } else {
                    history.granted == nil && epoch >= history.newestEpoch ?? 0
                }
            case .grant(let grant): history.granted?.grant == grant
            }
        guard !isIssued else { return nil }
        return switch context.event.oldKeys {
        case .refuse: .refuse(.oldKey)
        case .ask: .ask(.oldKey)
        }
    }
}

/// The holder of an unpaid ticket is sent to the desk.
struct PaymentRule: EntryRule {
    let question = "paid"

    func objection(in context: RuleContext) -> Objection? {
        context.history.listed?.status == .unpaid ? .ask(.unpaid) : nil
    }
}
