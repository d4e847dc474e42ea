// Reasons why a text is not a genuine ticket.

/// The reason for rejecting a code, in the order in which the checks run; the first check that fails determines it.
///
/// The raw values are part of exported formats and never change.
public enum TicketRejection: String, Error, Hashable, CaseIterable, Sendable, CustomStringConvertible {
    /// The text does not start like a ticket code: a web address, a menu, another application's code.
    case notATicket = "not-a-ticket"
    /// The text starts like a ticket code but is damaged: not base45, or of the wrong length.
    case malformed
    /// The suite is unknown to this version; it comes from a newer issuer.
    case unsupportedSuite = "unsupported-suite"
    /// The key is not in this key ring.
    case unknownKey = "unknown-key"
    /// The signature is invalid.
    case forged

    public var description: String {
        switch self {
        case .notATicket: "The code is not a ticket code."
        case .malformed: "The ticket code is damaged: scan it again, or ask for a new copy."
        case .unsupportedSuite: "The ticket code is of a newer kind than this version reads: update DoorCheck."
        case .unknownKey:
            "The ticket code's key is not here: it is another organiser's, was retired, or has yet to be copied."
        case .forged: "The ticket code's signature does not hold."
        }
    }
}
