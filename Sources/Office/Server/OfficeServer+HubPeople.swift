// The routes of the people who may open the hub's own page.

import Accounts
import HTTPTypes
import Hummingbird
import Ledger
import TicketSigning

extension OfficeServer {
    private struct NewPerson: Decodable {
        let name: String
        let role: AccountRole
        let password: String
        /// The events that the account sees; none for all.
        let events: [String]
    }

    private struct PersonChange: Decodable {
        let name: String
        let password: String
    }

    private struct PersonName: Decodable {
        let name: String
    }

    private struct People: Encodable {
        /// Where boxes and browsers find the hub; absent without one.
        let address: String?
        let people: [Person]

        struct Person: Encodable {
            let name: String
            let role: AccountRole
            /// The identifiers of the events that the account sees; absent for all.
            let events: [String]?
            /// Milliseconds since 1970-01-01 00:00:00 UTC; absent for never.
            let lastLogIn: Int64?
        }
    }

    /// Names are in bodies: addresses are in logs and in the browser's history.
    func addHubPeople(to routes: OfficeRoutes) {
        routes.organiser.get("/people/hub") { _, _ in try await hubPeople() }
        routes.organiser.post("/people/hub") { request, context in
            let new = try await request.decode(as: NewPerson.self, context: context)
            let person = try HubPerson(name: AccountName(new.name), role: new.role, events: await events(new.events))
            try await accountsOfHub().add(person, Password(new.password))
            return try await hubPeople()
        }
        routes.organiser.post("/people/hub/change") { request, context in
            let change = try await request.decode(as: PersonChange.self, context: context)
            try await accountsOfHub().set(Password(change.password), AccountName(change.name))
            return try await hubPeople()
        }
        routes.organiser.post("/people/hub/removal") { request, context in
            let name = try AccountName(try await request.decode(as: PersonName.self, context: context).name)
            try await accountsOfHub().remove(name)
            return try await hubPeople()
        }
    }

    private func accountsOfHub() throws -> HubPeople {
        guard let people = desk.hub.people() else {
            throw OfficeRefusal(
                "There is no hub on this machine any more. Load the page again.", because: .unavailable)
        }
        return people
    }

    /// Returns the events that are named, all of which are here; `nil` for all events.
    private func events(_ named: [String]) async throws -> Set<EventID>? {
        guard !named.isEmpty else { return nil }
        var events: Set<EventID> = []
        for text in named {
            guard let id = EventID(text) else { throw OfficeRefusal.missing("event") }
            events.insert(try await desk.event(id).id)
        }
        return events
    }

    private func hubPeople() async throws -> Response {
        guard let hub = desk.hub.people() else { return try json(People(address: nil, people: [])) }
        return try json(
            People(
                address: desk.hub.address(),
                people: try await hub.all().map { person in
                    .init(
                        name: person.name.description, role: person.role,
                        events: person.events?.map(\.description).sorted(), lastLogIn: person.lastLogIn)
                }))
    }
}
