// The staff texts in all languages: a sentence for every reason, in English for programs and terminals, too.

package import Admission
package import DoorDisplay

/// Sentences for people who work at the door.
package enum StaffTexts {
    /// - Parameters:
    ///   - reason: The reason for the verdict.
    ///   - language: The language of staff.
    /// - Returns: The text after the headline; empty if the headline is sufficient.
    package static func sentence(_ reason: Reason, in language: Language = .english) -> Template {
        let text =
            switch language {
            case .english: text(reason)
            case .swahili: swahili(reason)
            case .luganda: luganda(reason)
            case .french: french(reason)
            case .german: german(reason)
            case .spanish: spanish(reason)
            case .arabic: arabic(reason)
            }
        return Template(text)
    }

    /// Returns a rule's question.
    ///
    /// - Parameters:
    ///   - english: The question in English, as the rule has it.
    ///   - language: The language of staff.
    /// - Returns: The question in that language.
    package static func question(_ english: String, in language: Language) -> String {
        let questions: [String: String] =
            switch language {
            case .english: [:]
            case .swahili: swahiliQuestions
            case .luganda: lugandaQuestions
            case .french: frenchQuestions
            case .german: germanQuestions
            case .spanish: spanishQuestions
            case .arabic: arabicQuestions
            }
        return questions[english] ?? english
    }

    /// Returns a text of the staff page with its gaps filled in.
    ///
    /// - Parameters:
    ///   - label: The text to return.
    ///   - language: The page's language.
    ///   - fillings: The values by the names of the gaps; a gap without a value becomes empty.
    /// - Returns: A word or a sentence.
    package static func page(_ label: StaffLabel, in language: Language, _ fillings: [String: String]) -> String {
        page(label, in: language).filled(fillings)
    }

    /// Returns a text of the staff page.
    ///
    /// - Parameters:
    ///   - label: The text to return.
    ///   - language: The page's language.
    /// - Returns: A word or a sentence, with gaps such as `{count}` that the page fills in.
    package static func page(_ label: StaffLabel, in language: Language) -> String {
        switch language {
        case .english: english(label)
        case .swahili: swahili(label)
        case .luganda: luganda(label)
        case .french: french(label)
        case .german: german(label)
        case .spanish: spanish(label)
        case .arabic: arabic(label)
        }
    }

    /// For a zone that would be filled by the people admitted with other pictures of the same batch.
    static let fullInRehearsal = Template("{zone} would be full after the earlier pictures: {capacity} inside")

    private static func text(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "not one of our tickets"
        case .malformed: "damaged code"
        case .unsupportedSuite: "ticket from a newer issuer; update this box"
        case .unknownKey: "signed by another organiser, or with a key that is retired or missing on this box"
        case .forged: "FORGED: the signature is invalid"
        case .beyondGrant: "signed by a partner, but not a number that the partner may sell"
        case .wrongEvent: "for another event[: {event}]"
        case .unknownTicket: "genuine, but not on this box's list"
        case .revoked: "revoked by the organiser"
        case .replaced: "replaced by a newer ticket"
        case .blocked: "blocked by the organiser[: {note}]"
        case .oldKey: "signed with another key than the ticket was issued with; ask for the newest code"
        case .tooEarly: "too early: opens at {time}"
        case .tooLate: "too late: closed at {time}"
        case .wrongGate: "wrong gate: send to {gates}"
        case .wrongTier: "not valid at this gate[, which admits {tiers}]"
        case .unpaid: "not paid: send to the desk"
        case .clockNotTrusted: "valid once a day, but the date is uncertain: was the guest in today?"
        case .alreadyUsed: "first entry at {time}, gate {gate}, box {box}"
        case .notInside: "not inside[: last seen at {time}, gate {gate}]"
        case .full: "{zone} is full: {capacity} inside"
        case .roomUnknown: "this box has no places left in {zone}, and the hub has given it no more: is there room?"
        case .check: "check: {note}"
        case .admitted: ""
        case .readmitted: "re-entry"
        case .exited: "leaves"
        case .checked: "valid; not counted as an entry"
        case .justAdmitted: "admitted here moments ago; this scan admits no one"
        case .justExited: "left here moments ago"
        }
    }
}

extension String {
    /// Returns the text with its gaps, such as `{count}`, filled in, each once: a value may contain anything.
    ///
    /// - Parameter fillings: The values by the names of the gaps; a gap without a value becomes empty.
    /// - Returns: The text without gaps.
    fileprivate func filled(_ fillings: [String: String]) -> String {
        var result = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            result += rest[..<start] + (fillings[String(rest[rest.index(after: start)..<end])] ?? "")
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
