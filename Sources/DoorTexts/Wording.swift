// The text of a verdict for staff.

package import Admission
import DoorDisplay
package import Ledger
import TicketSigning

/// The words of a verdict for staff, in English.
package struct Wording {
    package let verdict: Verdict
    /// The current time, which determines how times are written.
    package let now: Timestamp

    package init(verdict: Verdict, now: Timestamp) {
        self.verdict = verdict
        self.now = now
    }

    /// One or two words in capitals, clear without colour.
    package var headline: String {
        switch verdict.outcome {
        case .justExited: "JUST LEFT"
        case .refused where verdict.isCopyInBatch: "SAME TICKET"
        default: Self.headline(of: verdict.style)
        }
    }

    /// The text after the headline: who enters, or why no one does.
    package var detail: String {
        ([sentence, clockWarning] + guest).compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
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
        let isOverruled = if case .overruled = verdict.outcome { true } else { false }
        let template =
            isOverruled && verdict.reason == .alreadyUsed
            ? StaffTexts.usedBeforeOverride : StaffTexts.sentence(verdict.reason)
        let sentence = template.filled(verdict.fillings(seenFrom: now))
        return isOverruled ? "admitted by staff despite: \(sentence)" : sentence
    }

    /// Why a question about time is left to staff.
    private var clockWarning: String? {
        switch verdict.refusal {
        case .tooEarly, .tooLate, .clockNotTrusted: verdict.clock.warning(seenFrom: now)
        default: nil
        }
    }

    /// The tier, the holder and, for a group ticket, the number of people admitted so far.
    private var guest: [String?] {
        let admits = verdict.use?.admits ?? 1
        return [
            verdict.history?.tierName, verdict.history?.guestName,
            admits > 1 ? "\(verdict.count) of \(admits) in" : nil,
            verdict.isUnsigned ? "barcode without a signature" : nil,
        ]
    }
}
