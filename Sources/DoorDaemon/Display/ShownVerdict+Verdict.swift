// A verdict as the display shows it.

import Admission
import DoorDisplay
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

extension ShownVerdict {
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - gate: The gate.
    ///   - language: The guests' language.
    init(_ verdict: Verdict, at gate: GateName, in language: Language) {
        let style = verdict.style
        let sentence = verdict.guestSentence(in: language, seenFrom: verdict.at).printable
        self.init(
            style: style,
            reason: verdict.reasonCode,
            headline: style == .quiet ? sentence : verdict.guestWord(in: language),
            detail: style == .quiet ? "" : sentence,
            tier: verdict.history?.tierName?.printable ?? "",
            holder: verdict.history?.guestName?.printable,
            explanation: Wording(verdict: verdict, now: verdict.at).detail.printable,
            ticket: verdict.ticket?.id.description,
            epoch: verdict.epoch,
            gate: gate.text,
            at: verdict.at.milliseconds
        )
    }
}
