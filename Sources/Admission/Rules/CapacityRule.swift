// A zone admits no more people than its capacity.

import Ledger
import TicketSigning

struct CapacityRule: EntryRule {
    let question = "room for one more"

    func objection(in circumstances: RuleContext) -> Objection? {
        let door = circumstances.history.door
        guard let capacity = door.zone.capacity, let inside = door.inside, inside >= capacity,
            circumstances.use.addsPerson
        else { return nil }
        return switch door.zone.whenFull {
        case .refuse: .refuse(.full(door.zone))
        case .ask: .ask(.full(door.zone))
        }
    }
}
