// What a verdict says to the guest.

import Admission
import Ledger

extension Verdict {
    /// The large word for the guest.
    func guestWord(in language: Language) -> String {
        GuestTexts.word(look, in: language)
    }

    /// The sentence under it. Why staff was asked and decided otherwise is between staff and the guest.
    ///
    /// - Parameters:
    ///   - language: The guest's.
    ///   - now: Moments are told as seen from here.
    /// - Returns: A short sentence.
    func guestSentence(in language: Language, seenFrom now: Timestamp) -> String {
        let reason = if case .overruled = outcome { Reason.admitted } else { code }
        let isGroup = use.map { $0.admits > 1 } ?? false
        var fillings = fillings(seenFrom: now)
        // "1 of 1" tells a guest nothing.
        if !isGroup { fillings[.count] = nil }
        return GuestTexts.sentence(reason, in: language).filled(fillings)
    }
}
