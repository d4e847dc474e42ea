// A verdict as the display shows it.

import Admission
import DoorDisplay
import Ledger
import TicketSigning

extension ShownVerdict {
    /// - Parameters:
    ///   - verdict: As decided.
    ///   - gate: Where.
    ///   - language: The guests'.
    init(_ verdict: Verdict, at gate: GateName, in language: Language) {
        let listed = verdict.history?.listed
        let look = DisplayLook(verdict)
        var fillings = verdict.fillings(seenFrom: verdict.at)
        // "1 of 1" tells a guest nothing.
        if verdict.use?.admits == 1 { fillings[.admits] = nil }
        let sentence = GuestTexts.sentence(verdict.code, in: language).filled(fillings).printable
        self.init(
            look: look,
            reason: verdict.reason,
            headline: look == .quiet ? sentence : GuestTexts.word(verdict.look, in: language),
            detail: look == .quiet ? "" : sentence,
            tier: listed?.tier?.printable ?? "",
            holder: listed?.holder?.printable,
            explanation: Wording(verdict: verdict, now: verdict.at).detail.printable,
            ticket: verdict.ticket?.id.description,
            gate: gate.text,
            at: verdict.at.milliseconds
        )
    }
}

extension DisplayLook {
    fileprivate init(_ verdict: Verdict) {
        if verdict.isQuiet {
            self = .quiet
            return
        }
        self =
            switch verdict.look {
            case .admit: .admit
            case .exit: .exit
            case .checked: .checked
            case .again: .again
            case .used: .used
            case .refuse: .refuse
            case .ask: .ask
            }
    }
}
