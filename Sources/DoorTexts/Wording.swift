// The text of a verdict for staff.

package import Admission
import DoorDisplay
package import Ledger
import TicketSigning

/// The words of a verdict for staff.
package struct Wording {
    package let verdict: Verdict
    /// The current time, which determines how times are written.
    package let now: Timestamp
    /// The language of staff.
    package let language: Language

    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - now: The current time, which determines how times are written.
    ///   - language: The language of staff; English for terminals and programs.
    package init(verdict: Verdict, now: Timestamp, language: Language = .english) {
        self.verdict = verdict
        self.now = now
        self.language = language
    }

    /// One or two words, clear without colour; in English, in capitals.
    package var headline: String {
        guard language == .english else { return GuestTexts.word(verdict.style, in: language) }
        return switch verdict.outcome {
        case .justExited: "JUST LEFT"
        case .refused where verdict.isCopyInBatch: "SAME TICKET"
        default: Self.headline(of: verdict.style)
        }
    }

    /// The text after the headline: who enters, or why no one does.
    package var detail: String {
        Self.joined([sentence, clockWarning] + guest)
    }

    /// The text after the headline without the guest: only why no one enters.
    package var reason: String {
        Self.joined([sentence, clockWarning])
    }

    private static func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private static func headline(of style: VerdictStyle) -> String {
        switch style {
        case .admit: "ADMIT"
        case .exit: "EXIT"
        case .checked: "TICKET VALID"
        case .again: "JUST ADMITTED"
        case .used: "ALREADY USED"
        case .refuse, .quiet: "REFUSE"
        case .ask: "ASK STAFF"
        }
    }

    private var sentence: String {
        if verdict.isCopyInBatch { return "same ticket as \(verdict.sameAs ?? "in an earlier picture")" }
        if verdict.reason == .full, verdict.dryRunPeople > 0 {
            return StaffTexts.fullInRehearsal.filled(verdict.fillings(seenFrom: now))
        }
        let fillings = verdict.fillings(seenFrom: now)
        guard case .overruled = verdict.outcome else {
            return StaffTexts.sentence(verdict.reason, in: language).filled(fillings)
        }
        // The headline does not say that the ticket was used.
        let template =
            verdict.reason == .alreadyUsed
            ? Template(StaffTexts.page(.usedBefore, in: language)) : StaffTexts.sentence(verdict.reason, in: language)
        return StaffTexts.page(.overruled, in: language, ["sentence": template.filled(fillings)])
    }

    /// Why a question about time is left to staff.
    private var clockWarning: String? {
        switch verdict.refusal {
        case .tooEarly, .tooLate, .clockNotTrusted: verdict.clock.warning(seenFrom: now, in: language)
        default: nil
        }
    }

    /// The tier, the holder and, for a group ticket, the number of people admitted so far.
    private var guest: [String?] {
        let admits = verdict.use?.admits ?? 1
        return [
            verdict.history?.tierName, verdict.history?.guestName,
            admits > 1
                ? StaffTexts.page(.groupCount, in: language, ["count": "\(verdict.count)", "admits": "\(admits)"])
                : nil,
            verdict.isUnsigned ? StaffTexts.page(.unsigned, in: language) : nil,
        ]
    }
}
