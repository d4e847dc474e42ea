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
    static let fullInRehearsal = Template("{zone} would be full with the pictures before it: {capacity} inside")

    private static func text(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "not a ticket of ours"
        case .malformed: "damaged code"
        case .unsupportedSuite: "ticket from a newer issuer; update this box"
        case .unknownKey: "ticket of another organiser, or a key this box has not got or that was retired"
        case .forged: "FORGED: the signature does not hold"
        case .wrongEvent: "for another event[: {event}]"
        case .unknownTicket: "genuine, but not on this box's list"
        case .revoked: "withdrawn by the organiser"
        case .replaced: "replaced by a newer ticket"
        case .blocked: "blocked by the organiser[: {note}]"
        case .oldKey: "signed with an old key of the event; ask for the newest code"
        case .tooEarly: "too early: opens at {time}"
        case .tooLate: "too late: closed at {time}"
        case .wrongGate: "wrong gate: enters at {gates}"
        case .unpaid: "not paid: send to the desk"
        case .clockNotTrusted: "good once a day, and the day is not certain: was the guest in today?"
        case .alreadyUsed: "first entry at {time}, gate {gate}, box {box}"
        case .notInside: "not inside[: last seen at {time}, gate {gate}]"
        case .full: "{zone} is full: {capacity} inside"
        case .check: "check: {note}"
        case .admitted: ""
        case .readmitted: "comes back"
        case .exited: "leaves"
        case .checked: "good, nobody counted in"
        case .justAdmitted: "let in here moments ago; nobody enters on this"
        case .justExited: "let out here moments ago"
        }
    }
}
