// A ticket enters through the gates of its tier.

import Ledger
import TicketSigning

struct GateRule: EntryRule {
    let question = "at the right gate"

    func objection(in context: RuleContext) -> Objection? {
        let here = context.history.door.gate.name
        guard let gates = context.policy.gates, !gates.contains(here) else { return nil }
        return .refuse(.wrongGate(gates))
    }
}
