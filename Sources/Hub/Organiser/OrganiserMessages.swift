// The messages between the organiser's page and the hub.

import Accounts
import Attendance
import HubProtocol
import TicketSigning

extension Wire {
    struct OrganiserLogIn: Codable, Sendable {
        /// An account's name; with the token, any other.
        let name: String
        /// The account's password, or the token.
        let password: String
    }

    struct OrganiserPage: Codable, Sendable {
        /// The hub's wall clock, in milliseconds since 1970.
        let now: Int64
        /// Sent back with the next request; the response is empty while the version is the same.
        let version: String
        let who: OrganiserIdentity
        /// Whether `/office` leads this browser to an office.
        let office: Bool
        let state: LiveState
    }

    /// Whose session it is.
    struct OrganiserIdentity: Codable, Sendable {
        let name: String
        let role: AccountRole
    }

    struct OrganiserDoubles: Codable, Sendable {
        /// The latest first.
        let doubles: [LiveState.DoubleEntry]
        /// Where the list of earlier ones begins; absent if there are none.
        let earlier: String?
    }

    struct OrganiserSearch: Codable, Sendable {
        /// What was scanned or typed.
        let text: String
        /// How many tickets to find by words; absent for 50.
        let limit: Int?
    }

    struct OrganiserTickets: Codable, Sendable {
        let tickets: [OrganiserTicket]
        /// Whether there are more, which a higher limit finds.
        let more: Bool
        /// What is wrong with the code that was searched for; absent for nothing.
        let note: String?
    }

    struct OrganiserActionRequest: Codable, Sendable {
        let action: OrganiserAction
        /// The ticket's version as the organiser saw it.
        let version: String
        let why: String
    }

    /// An event as its organiser sees and changes it.
    struct OrganiserEvent: Codable, Sendable {
        /// Sent back with a change.
        let version: String
        let rules: OrganiserRules
        /// When it was closed, in milliseconds since 1970-01-01 00:00:00 UTC; absent while it is open.
        let closed: Int64?
        /// What was changed on this page, the newest first; at most 50.
        let changes: [EventChangeEntry]
    }

    struct OrganiserRulesRequest: Codable, Sendable {
        /// The version of the rules as the organiser saw them.
        let version: String
        /// All rules.
        let rules: OrganiserRules
    }

    struct OrganiserClosing: Codable, Sendable {
        /// Whether the event is closed from now on.
        let closed: Bool
    }

    struct OrganiserMessage: Codable, Sendable {
        let event: EventID
        /// The gate; absent for all gates.
        let gate: String?
        let text: String
        let minutes: Int64
    }
}
