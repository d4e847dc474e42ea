// The staff texts: a sentence for every reason, in English.

package import Admission

/// Sentences for people who work at the door.
package enum StaffTexts {
    /// - Parameter reason: The reason for the verdict.
    /// - Returns: The text after the headline; empty if the headline is sufficient.
    package static func sentence(_ reason: Reason) -> Template {
        Template(text(reason))
    }

    /// For a zone that would be filled by the people admitted with other pictures of the same batch.
    static let fullInRehearsal = Template("{zone} would be full after the earlier pictures: {capacity} inside")

    /// For a used ticket that staff admitted anyway: the headline does not say that it was used.
    static let usedBeforeOverride = Template("already used at {time}, gate {gate}, box {box}")

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
        case .roomUnknown: "the hub does not answer, and this box has no places left in {zone}: is there room?"
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
