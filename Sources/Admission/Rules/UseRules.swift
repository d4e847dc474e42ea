// Rules about the people at the gate: places left, who is inside, room, what staff check.

import Ledger
import TicketSigning

/// A ticket admits its number of people, and no more.
struct UseRule: EntryRule {
    let question = "not used up"

    func objection(in context: RuleContext) -> Objection? {
        guard !context.use.hasPlace, let first = context.use.first else { return nil }
        return .refuse(.alreadyUsed(first: first))
    }
}

/// Everybody can leave, unless the event is strict: then only those who are known to have entered.
struct InsideRule: EntryRule {
    let question = "inside"

    func objection(in context: RuleContext) -> Objection? {
        guard context.event.exits == .strict, context.use.inside == 0 else { return nil }
        return .refuse(.notInside(left: context.history.passages.last?.entry))
    }
}

/// A zone admits no more people than its capacity. With a hub, what counts is this box's share of the places: others
/// may let people in at the same moment.
struct CapacityRule: EntryRule {
    let question = "room in the zone"

    func objection(in context: RuleContext) -> Objection? {
        let door = context.history.door
        guard let capacity = door.zone.capacity, let inside = door.inside, context.use.addsPerson else { return nil }
        if let share = door.share {
            guard share.count < 1 else { return nil }
            guard share.isAll else { return .ask(.roomUnknown(door.zone)) }
        } else {
            guard inside >= capacity else { return nil }
        }
        return switch door.zone.whenFull {
        case .refuse: .refuse(.full(door.zone))
        case .ask: .ask(.full(door.zone))
        }
    }
}

/// An event, tier or ticket with a note for staff makes the gate ask them.
struct NoteRule: EntryRule {
    let question = "nothing for staff to check"

    func objection(in context: RuleContext) -> Objection? {
        let notes = context.policy.notes
        return notes.isEmpty ? nil : .ask(.check(note: notes.joined(separator: "; ")))
    }
}
