// Why a ticket does not simply enter.

public import Ledger
public import TicketSigning

/// A reason to refuse a ticket, or to ask staff, with what helps at the door.
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
    /// The code was signed by an older key than that under which the ticket is listed, or than the event's newest.
    case oldKey
    /// Not admitted before this moment.
    case tooEarly(opens: Timestamp)
    /// Not admitted from this moment on.
    case tooLate(closed: Timestamp)
    /// Admitted by these gates only.
    case wrongGate([GateName])
    /// Not paid yet.
    case unpaid
    /// Enters once a day, and which day it is is not known.
    case clockNotTrusted
    /// All the people it admits are in; the first of them entered so.
    case alreadyUsed(first: Entry)
    /// At an exit: nobody is inside with it; who left last did so.
    case notInside(left: Entry?)
    /// As many people are inside as may be.
    case full(Zone)
    /// Staff must check something.
    case check(note: String)

    /// The stable reason.
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
        case .unpaid: .unpaid
        case .clockNotTrusted: .clockNotTrusted
        case .alreadyUsed: .alreadyUsed
        case .notInside: .notInside
        case .full: .full
        case .check: .check
        }
    }

    /// The stable kebab-case reason.
    public var code: String { reason.rawValue }

    private static func reason(_ rejection: TicketRejection) -> Reason {
        switch rejection {
        case .notATicket: .notATicket
        case .malformed: .malformed
        case .unsupportedSuite: .unsupportedSuite
        case .unknownKey: .unknownKey
        case .forged: .forged
        }
    }
}
