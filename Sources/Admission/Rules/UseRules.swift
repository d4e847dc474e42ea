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

/// A zone admits no more people than its capacity.
struct CapacityRule: EntryRule {
    let question = "room in the zone"

    func objection(in context: RuleContext) -> Objection? {
        let door = context.history.door
        guard let capacity = door.zone.capacity, let inside = door.inside, inside >= capacity,
            context.use.addsPerson
        else { return nil }
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
