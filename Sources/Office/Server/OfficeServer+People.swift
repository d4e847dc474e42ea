// The routes of the people who may use the office.

import Accounts
import HTTPSupport
import HTTPTypes
import Hummingbird

extension OfficeServer {
    private struct NewPerson: Decodable {
        let name: String
        let role: AccountRole
        let password: String
    }

    private struct PersonChange: Decodable {
        let name: String
        /// Absent for as before.
        let role: AccountRole?
        /// Absent for as before.
        let password: String?
    }

    private struct PersonName: Decodable {
        let name: String
    }

    private struct People: Encodable {
        let people: [Person]

        struct Person: Encodable {
            let name: String
            let role: AccountRole
            let isYou: Bool
        }
    }

    /// Names are in bodies: addresses are in logs and in the browser's history.
    func addPeople(to routes: OfficeRoutes) {
        routes.organiser.get("/people") { _, context in try await people(for: context.permit) }
        routes.organiser.post("/people") { request, context in
            let new = try await request.decode(as: NewPerson.self, context: context)
            try await accounts.add(
                AccountName(new.name), as: new.role, password: Password(new.password))
            return try await people(for: context.permit)
        }
        routes.organiser.post("/people/change") { request, context in
            let change = try await request.decode(as: PersonChange.self, context: context)
            try await accounts.set(
                AccountName(change.name), role: change.role, password: change.password.map { try Password($0) })
            return try await people(for: context.permit)
        }
        routes.organiser.post("/people/removal") { request, context in
            let name = try AccountName(try await request.decode(as: PersonName.self, context: context).name)
            try await accounts.remove(name)
            await desk.forget(OfficePerson(name: name.description, account: name))
            return try await people(for: context.permit)
        }
    }

    private func people(for permit: OrganiserPermit) async throws -> Response {
        let person = permit.session.person
        return try json(
            People(
                people: try await accounts.all().map {
                    .init(name: $0.name.description, role: $0.role, isYou: $0.name == person.account)
                }))
    }
}

extension OfficeRefusal {
    /// What was to be changed is gone.
    private static let goneAccount = OfficeRefusal(
        "This account is gone; somebody has removed it meanwhile. Load the page again.", because: .missing)

    init(_ error: OfficeHubError) {
        switch error {
        case .accountExists(let name):
            self.init(
                "The hub has an account named '\(name)' already; choose another name.", field: "name",
                because: .conflict)
        case .accountGone: self = Self.goneAccount
        case .refused(let sentence): self.init(sentence, because: .conflict)
        case .unavailable(let sentence): self.init(sentence, because: .unavailable)
        }
    }

    init(_ error: OfficeAccountsError) {
        switch error {
        case .exists: self.init(error.description, field: "name", because: .conflict)
        case .unknown: self = Self.goneAccount
        case .tooMany: self.init(error.description, because: .conflict)
        case .damaged, .unusable, .notWritten, .io: self.init(error.description, because: .unavailable)
        }
    }
}
