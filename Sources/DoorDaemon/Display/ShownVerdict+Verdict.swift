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
    ///   - language: The language of guests and staff.
    init(_ verdict: Verdict, at gate: GateName, in language: Language) {
        let style = verdict.style
        let wording = Wording(verdict: verdict, now: verdict.at, language: language)
        let sentence = verdict.guestSentence(in: language, seenFrom: verdict.at).printable
        self.init(
            style: style,
            reason: verdict.reasonCode,
            headline: style == .quiet ? sentence : verdict.guestWord(in: language),
            detail: style == .quiet ? "" : sentence,
            tier: verdict.history?.tierName?.printable ?? "",
            holder: verdict.history?.guestName?.printable,
            explanation: wording.detail.printable,
            sentence: wording.reason.printable,
            ticket: verdict.ticket?.id.description,
            epoch: verdict.epoch,
            gate: gate.text,
            at: verdict.at.milliseconds
        )
    }
}
