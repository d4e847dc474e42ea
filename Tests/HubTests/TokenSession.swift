// What somebody with the token sees and does, in tests that are about something else.

import Accounts
import Attendance
import Ledger
import Sync
import TicketSigning

@testable import Hub

extension OrganiserDashboard {
    /// The session of somebody with a new token.
    private func session(_ name: String) async throws -> OrganiserSession {
        let sessions = OrganiserSessions(store: service.store, now: service.now, key: try BoxKey())
        let token = try await service.makeToken()
        let entrance = try await sessions.open(name: try AccountName(name), password: "\(token)", from: "here")
        guard case .opened(let secret, _) = entrance, let session = try await sessions.session(of: secret) else {
            throw HubError.codeNotValid
        }
        return session
    }

    private func permit(_ name: String = "amina") async throws -> TicketPermit {
        try TicketPermit(of: try await session(name))
    }

    func state(of wanted: String) async throws -> (version: String, state: LiveState) {
        try await state(of: wanted, for: FiguresPermit(of: try await session("amina")))
    }

    func ticket(_ id: TicketID) async throws -> OrganiserTicket? { try await ticket(id, for: permit()) }

    func tickets(matching text: String) async throws -> [OrganiserTicket] {
        try await tickets(matching: text, atMost: 50, keys: { [] }, for: permit()).tickets
    }

    func perform(
        _ action: OrganiserAction, on id: TicketID, seen version: TicketVersion, by name: String, why: String
    ) async throws -> OrganiserTicket? {
        try await perform(action, on: id, seen: version, why: why, for: permit(name))
    }

    func send(_ text: String, to event: EventID, gate: String, minutes: Int64, by name: String) async throws {
        try await send(text, to: event, gate: gate, minutes: minutes, for: permit(name))
    }

    func close(_ event: EventID, _ isClosed: Bool, by name: String) async throws {
        _ = try await close(event, isClosed, for: RulesPermit(of: try await session(name)))
    }
}
