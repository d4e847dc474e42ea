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
        let fillings = verdict.fillings(seenFrom: verdict.at)
        self.init(
            look: DisplayLook(verdict),
            reason: verdict.reason,
            headline: GuestTexts.word(verdict.look, in: language),
            detail: GuestTexts.sentence(verdict.code, in: language).filled(fillings).printable,
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
        if case .refused(.rejected(.notATicket)) = verdict.outcome {
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
