// Why a ticket does not simply enter.

public import Ledger
public import TicketSigning

/// A reason to refuse a ticket or to ask staff, with details that help at the gate.
public enum Refusal: Hashable, Sendable {
    /// The code is not a ticket at all, or its signature is invalid.
    case rejected(TicketRejection)
    /// The ticket is for another event; holds that event if this ledger knows it.
    case wrongEvent(Event?)
    /// A genuine ticket that is not on this box's list.
    case unknownTicket
    /// Withdrawn by the organiser.
    case revoked
    /// Replaced by a newer ticket.
    case replaced
    /// Blocked by the organiser, who may state why.
    case blocked(note: String?)
    /// The code was signed by another key than the one the ticket is listed under, by one older than the newest, or by
    /// a key of the event in place of the partner who may sell the ticket.
    case oldKey
    /// Not admitted before this time.
    case tooEarly(opens: Timestamp)
    /// Not admitted from this time on.
    case tooLate(closed: Timestamp)
    /// Admitted by these gates only.
    case wrongGate([GateName])
    /// The gate does not admit the ticket's tier; holds the tiers that it lists, which may be none.
    case wrongTier([String])
    /// Not paid yet.
    case unpaid
    /// Admitted once a day, but the current day is uncertain.
    case clockNotTrusted
    /// Everyone that the ticket admits is inside; holds the first entry.
    case alreadyUsed(first: Entry)
    /// At an exit: no one is inside with the ticket; holds the last exit.
    case notInside(left: Entry?)
    /// The zone is at capacity.
    case full(Zone)
    /// This box has no more places in the zone, and the hub, which gives them out, does not answer.
    case roomUnknown(Zone)
    /// Staff must check something.
    case check(note: String)

    /// The reason, for programs.
    public var reason: Reason {
        switch self {
        case .rejected(let rejection): Self.reason(rejection)
        case .wrongEvent: .wrongEvent
        case .unknownTicket: .unknownTicket
        case .revoked: .revoked
        case .replaced: .replaced
        case .blocked: .blocked
        case .oldKey: .oldKey
        case .tooEarly: .tooEarly
        case .tooLate: .tooLate
        case .wrongGate: .wrongGate
        case .wrongTier: .wrongTier
        case .unpaid: .unpaid
        case .clockNotTrusted: .clockNotTrusted
        case .alreadyUsed: .alreadyUsed
        case .notInside: .notInside
        case .full: .full
        case .roomUnknown: .roomUnknown
        case .check: .check
        }
    }

    /// The stable kebab-case reason.
    public var reasonCode: String { reason.rawValue }

    private static func reason(_ rejection: TicketRejection) -> Reason {
        switch rejection {
        case .notATicket: .notATicket
        case .malformed: .malformed
        case .unsupportedSuite: .unsupportedSuite
        case .unknownKey: .unknownKey
        case .forged: .forged
        case .beyondGrant: .beyondGrant
        }
    }
}

/// The reason for a verdict, in the order in which the checks run. The raw values are for programs and never change.
///
/// - SeeAlso: docs/verdicts.md
public enum Reason: String, CaseIterable, Hashable, Sendable {
    case notATicket = "not-a-ticket"
    case malformed
    case unsupportedSuite = "unsupported-suite"
    case unknownKey = "unknown-key"
    case forged
    /// A partner signed a number that was not granted.
    case beyondGrant = "beyond-grant"
    case wrongEvent = "wrong-event"
    case unknownTicket = "unknown-ticket"
    case revoked
    case replaced
    case blocked
    /// Signed by another key than the ticket's.
    case oldKey = "old-key"
    case tooEarly = "too-early"
    case tooLate = "too-late"
    case wrongGate = "wrong-gate"
    /// The gate does not admit the ticket's tier.
    case wrongTier = "wrong-tier"
    case unpaid
    /// Valid on certain days only, and the clock cannot be trusted.
    case clockNotTrusted = "clock-not-trusted"
    case alreadyUsed = "already-used"
    case notInside = "not-inside"
    case full
    /// Nobody knows whether there is room: this box has no more places, and the hub has not given it any in time.
    case roomUnknown = "room-unknown"
    case check
    case admitted
    case readmitted
    case exited
    /// Checked by a gate that admits no one and lets no one out.
    case checked
    /// Admitted by this gate some seconds ago; this scan admits no one.
    case justAdmitted = "just-admitted"
    /// Let out by this gate some seconds ago.
    case justExited = "just-exited"
}
