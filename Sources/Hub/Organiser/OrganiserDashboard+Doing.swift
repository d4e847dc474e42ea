// The organiser's searches and actions.

import Ledger
import TicketSigning

/// An action of the organiser on a ticket.
enum OrganiserAction: String, CaseIterable, Codable, Sendable {
    case revoke
    case block
    /// Undoes a block or a revocation.
    case restore
}

extension OrganiserDashboard {
    private static let mostFound = 50

    /// Finds tickets by prefixes of the words of a name or reference, or by their whole identifier.
    ///
    /// - Parameter text: The search text; not empty.
    /// - Returns: At most 50 tickets.
    /// - Throws: `LedgerError`.
    func tickets(matching text: String) async throws -> [OrganiserTicket] {
        if let id = TicketID(text.lowercased()) {
            return try await ledger.ticket(id).map { [OrganiserTicket($0)] } ?? []
        }
        return try await ledger.tickets(matching: text, limit: Self.mostFound).map { OrganiserTicket($0) }
    }

    /// Returns a ticket with its history.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: The ticket; `nil` if it is not on the list.
    /// - Throws: `LedgerError`.
    func ticket(_ id: TicketID) async throws -> OrganiserTicket? {
        try await ledger.record(of: id).map { OrganiserTicket($0) }
    }

    /// Performs an action on a ticket and uploads it to the hub, so that gates receive it with their next sync. If
    /// the upload fails, the action remains valid and is uploaded later, and the page shows the error.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - id: The ticket.
    ///   - version: The ticket's version as the organiser saw it.
    ///   - who: The name given at log-in.
    ///   - why: The reason, which is recorded.
    /// - Returns: The ticket as it is now; `nil` if it is not on the list.
    /// - Throws: `LedgerError`, including `LedgerError.changedMeanwhile` if the ticket has changed since the
    ///   organiser saw it, in which case nothing is done. ``HubError``.
    func perform(
        _ action: OrganiserAction,
        on id: TicketID,
        seen version: TicketVersion,
        by who: String,
        why: String
    ) async throws -> OrganiserTicket? {
        let attribution = try Attribution(actor: who, why: why)
        let change: TicketAction =
            switch action {
            case .revoke: .revoke
            case .block: .block
            case .restore: .restore
            }
        guard try await ledger.change(change, of: id, seen: version, by: attribution, on: moment) != nil else {
            return nil
        }
        await refresh()
        return try await ticket(id)
    }

    /// Sends a message to the gates.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - event: The event.
    ///   - gate: The gate; empty for all.
    ///   - minutes: How long the message is shown.
    ///   - who: The name given at log-in.
    /// - Throws: `LedgerError`, ``HubError``.
    func send(_ text: String, to event: EventID, gate: String, minutes: Int64, by who: String) async throws {
        let now = moment
        let name = GateName(gate)
        guard gate.isEmpty || name != nil else { throw LedgerError.refused("The event does not have this gate.") }
        let until = Timestamp(milliseconds: now.milliseconds + minutes * 60_000)
        try await ledger.add(GateMessage(event: event, gate: name, text: text, actor: who, at: now, until: until))
        await refresh()
    }
}
