// A ticket enters through the gates of its tier.

import Ledger
import TicketSigning

struct GateRule: EntryRule {
    let question = "at the right gate"

    func objection(in circumstances: RuleContext) -> Objection? {
        let here = circumstances.history.door.gate.name
        guard let gates = circumstances.policy.gates, !gates.contains(here) else { return nil }
        return .refuse(.wrongGate(gates))
    }
}
