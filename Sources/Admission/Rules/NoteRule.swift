// An event, tier or ticket with a note for staff makes the gate ask them.

import Ledger
import TicketSigning

struct NoteRule: EntryRule {
    let question = "nothing for staff to check"

    func objection(in context: RuleContext) -> Objection? {
        let notes = context.policy.notes
        return notes.isEmpty ? nil : .ask(.check(note: notes.joined(separator: "; ")))
    }
}
