// Why a text is not a genuine ticket.

/// The answer to a code that does not hold, in the order in which the checks run; the first that fails answers.
///
/// The raw values are part of the formats that leave the program, and never change.
public enum TicketRejection: String, Error, Hashable, CaseIterable, Sendable, CustomStringConvertible {
    /// Does not start like a ticket code: a web address, a menu, another application's code.
    case notATicket = "not-a-ticket"
    /// Starts like a ticket code, but is damaged: not base45, or of the wrong length.
    case malformed
    /// Of a suite that this version does not know: a newer issuer's.
    case unsupportedSuite = "unsupported-suite"
    /// Signed with a key that this key ring does not have.
    case unknownKey = "unknown-key"
    /// The signature does not hold.
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
