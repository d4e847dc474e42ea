// A zone admits no more people than its capacity.

import Ledger
import TicketSigning

struct CapacityRule: EntryRule {
    let question = "room for one more"

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
