// A zone holds no more people than it may.

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
