// A ticket or tier with a note for staff asks them.

import Ledger
import TicketSigning

struct NoteRule: EntryRule {
    func objection(in circumstances: Circumstances) -> Objection? {
        let notes = [circumstances.history.tier?.note, circumstances.history.listed?.note].compactMap(\.self)
        return notes.isEmpty ? nil : .ask(.check(note: notes.joined(separator: "; ")))
    }
}
