// Words for the codes in a report.

import Admission

/// Words for readers who have never worked at a door.
public enum ReportWords {
    /// Returns the reason for which a scan did not admit, in words.
    ///
    /// - Parameter code: A reason of docs/verdicts.md.
    /// - Returns: A short phrase; the code itself if it comes from a newer version.
    public static func reason(_ code: String) -> String {
        switch Reason(rawValue: code) {
        case .notATicket: "not a ticket"
        case .malformed: "damaged code"
        case .unsupportedSuite: "newer code format"
        case .unknownKey: "signed with an unknown key"
        case .forged: "forged"
        case .beyondGrant: "not a partner's number"
        case .wrongEvent: "for another event"
        case .unknownTicket: "not on the list"
        case .revoked: "revoked"
        case .replaced: "replaced by a newer ticket"
        case .blocked: "blocked"
        case .oldKey: "signed with another key"
        case .tooEarly: "too early"
        case .tooLate: "too late"
        case .wrongGate: "wrong gate"
        case .wrongTier: "not for that gate"
        case .unpaid: "not paid"
        case .clockNotTrusted: "date uncertain"
        case .alreadyUsed: "already used"
        case .notInside: "not inside"
        case .full: "full"
        case .roomUnknown: "room uncertain"
        case .check: "staff check"
        case .justAdmitted, .justExited: "shown again"
        case .admitted, .readmitted, .exited, .checked, nil: code
        }
    }

    /// Returns an action of staff in words.
    ///
    /// - Parameter action: The action, as in `StaffActionSummary.action`.
    /// - Returns: A short phrase.
    public static func action(_ action: String) -> String {
        switch action {
        case "override": "admitted"
        case "void": "undone"
        case "pay": "marked as paid"
        case "block": "blocked"
        case "revoke": "revoked"
        case "restore": "restored"
        case "reissue": "reissued"
        default: action
        }
    }
}

extension Int {
    /// The number with its noun: `1 person`, `12 people`.
    var people: String { "\(grouped) \(peopleWord)" }

    /// The noun for this number of people.
    var peopleWord: String { self == 1 ? "person" : "people" }
}
