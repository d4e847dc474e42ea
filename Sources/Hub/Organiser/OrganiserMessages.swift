// The messages between the organiser's page and the hub.

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
        let state: OrganiserState
    }

    /// Whose session it is.
    struct OrganiserIdentity: Codable, Sendable {
        let name: String
        let role: AccountRole
    }

    struct OrganiserTickets: Codable, Sendable {
        let tickets: [OrganiserTicket]
    }

    struct OrganiserActionRequest: Codable, Sendable {
        let action: OrganiserAction
        /// The ticket's version as the organiser saw it.
        let version: String
        let why: String
    }

    struct OrganiserMessage: Codable, Sendable {
        let event: EventID
        /// The gate; absent for all gates.
        let gate: String?
        let text: String
        let minutes: Int64
    }
}
