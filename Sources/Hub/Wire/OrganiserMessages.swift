// What goes over the wire between the organiser's page and the hub.

import TicketSigning

extension Wire {
    struct OrganiserLogIn: Codable, Sendable {
        let name: String
        let token: String
    }

    struct OrganiserPage: Codable, Sendable {
        /// The hub's wall clock, in milliseconds since 1970.
        let now: Int64
        /// Given back with the next request, which is answered with nothing while it is the same.
        let version: String
        let state: OrganiserState
    }

    struct OrganiserTickets: Codable, Sendable {
        let tickets: [OrganiserTicket]
    }

    struct OrganiserActionRequest: Codable, Sendable {
        let action: OrganiserAction
        /// Of the ticket as the organiser saw it.
        let version: String
        let why: String
    }

    struct OrganiserMessage: Codable, Sendable {
        let event: EventID
        /// Absent for all gates.
        let gate: String?
        let text: String
        let minutes: Int64
    }
}
