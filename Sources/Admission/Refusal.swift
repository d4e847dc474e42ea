// Why a ticket does not simply enter.

public import Ledger
public import TicketSigning

/// A reason to refuse a ticket, or to ask staff. The codes are for programs and never change.
public enum Refusal: Hashable, Sendable {
    /// The code is no ticket at all, or its signature is not what it should be.
    case rejected(TicketRejection)
    /// The ticket is for another event; which one, if this ledger knows it.
    case wrongEvent(Event?)
    /// A genuine ticket that is not on this box's list.
    case unknownTicket
    /// Withdrawn by the organiser.
    case revoked
    /// A newer ticket stands for this one.
    case replaced
    /// Stopped by the organiser, who may say why.
    case blocked(note: String?)
    /// Not admitted before this moment.
    case tooEarly(opens: Timestamp)
    /// Not admitted from this moment on.
    case tooLate(closed: Timestamp)
    /// Not paid yet.
    case unpaid
    /// All the people it admits are in; the first of them entered so.
    case alreadyUsed(first: Entry)
    /// Staff must check something.
    case check(note: String)

    /// The stable kebab-case reason.
    public var code: String {
        switch self {
        case .rejected(let rejection): rejection.rawValue
        case .wrongEvent: "wrong-event"
        case .unknownTicket: "unknown-ticket"
        case .revoked: "revoked"
        case .replaced: "replaced"
        case .blocked: "blocked"
        case .tooEarly: "too-early"
        case .tooLate: "too-late"
        case .unpaid: "unpaid"
        case .alreadyUsed: "already-used"
        case .check: "check"
        }
    }
}
