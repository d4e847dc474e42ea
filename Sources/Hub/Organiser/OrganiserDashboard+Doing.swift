// What the organiser looks up and does.

import Ledger
import TicketSigning

/// One thing that the organiser does to a ticket.
enum OrganiserAction: String, CaseIterable, Codable, Sendable {
    case revoke
    case block
    /// Takes back whichever of the two was done.
    case restore
}

extension OrganiserDashboard {
    private static let mostFound = 50

    /// Tickets by the beginning of words of a name or reference, or by their whole identifier.
    ///
    /// - Parameter text: Not empty.
    /// - Returns: At most 50.
    /// - Throws: `LedgerError`.
    func tickets(matching text: String) async throws -> [OrganiserTicket] {
        if let id = TicketID(text.lowercased()) {
            return try await ledger.ticket(id).map { [OrganiserTicket($0)] } ?? []
        }
        return try await ledger.tickets(matching: text, limit: Self.mostFound).map { OrganiserTicket($0) }
    }

    /// A ticket with all that happened to it.
    ///
    /// - Parameter id: Its identifier.
    /// - Returns: `nil` for one that is not on the list.
    /// - Throws: `LedgerError`.
    func ticket(_ id: TicketID) async throws -> OrganiserTicket? {
        try await ledger.record(of: id).map { OrganiserTicket($0) }
    }

    /// Does something to a ticket and hands it to the hub, so that gates have it with their next sync. Where that fails
    /// it is done all the same, and handed over later; the page says what the matter is.
    ///
    /// - Parameters:
    ///   - action: What.
    ///   - id: Which ticket.
    ///   - version: Of the ticket as the organiser saw it.
    ///   - who: The name given with the token.
    ///   - why: The reason; stays in the book.
    /// - Returns: The ticket as it is now; `nil` for one that is not on the list.
    /// - Throws: `LedgerError`, also `LedgerError.changedMeanwhile` where the ticket is no longer as it was seen; then
    ///   nothing was done. ``HubError``.
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
    ///   - text: What it says.
    ///   - event: Of which event.
    ///   - gate: One gate; empty for all.
    ///   - minutes: How long it is of use.
    ///   - who: The name given with the token.
    /// - Throws: `LedgerError`, ``HubError``.
    func send(_ text: String, to event: EventID, gate: String, minutes: Int64, by who: String) async throws {
        let now = moment
        let name = GateName(gate)
        guard gate.isEmpty || name != nil else { throw LedgerError.refused("The event has no such gate.") }
        let until = Timestamp(milliseconds: now.milliseconds + minutes * 60_000)
        try await ledger.add(GateMessage(event: event, gate: name, text: text, actor: who, at: now, until: until))
        await refresh()
    }
}
