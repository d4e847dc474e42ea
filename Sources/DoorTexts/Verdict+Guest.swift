// The text of a verdict for the guest.

import Admission
package import Ledger

extension Verdict {
    /// Returns the large word for the guest.
    package func guestWord(in language: Language) -> String {
        GuestTexts.word(style, in: language)
    }

    /// Returns the sentence below the large word. If staff overrule a rule, the guest does not see why the rule
    /// objected.
    ///
    /// - Parameters:
    ///   - language: The guest's language.
    ///   - now: The current time, which determines how times are written.
    /// - Returns: A short sentence.
    package func guestSentence(in language: Language, seenFrom now: Timestamp) -> String {
        let reason = if case .overruled = outcome { Reason.admitted } else { self.reason }
        let isGroup = use.map { $0.admits > 1 } ?? false
        var fillings = fillings(seenFrom: now)
        // "1 of 1" is not useful to a guest.
        if !isGroup { fillings[.count] = nil }
        return GuestTexts.sentence(reason, in: language).filled(fillings)
    }
}
