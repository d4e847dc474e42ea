// The organiser's actions.

import HTTPTypes
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
    /// Returns a ticket with its history.
    ///
    /// - Parameters:
    ///   - id: The ticket's identifier.
    ///   - permit: The permit of who asks.
    /// - Returns: The ticket; `nil` if it is not on the list.
    /// - Throws: `LedgerError`; ``ProblemResponse`` for a ticket of another event.
    func ticket(_ id: TicketID, for permit: TicketPermit) async throws -> OrganiserTicket? {
        guard let record = try await ledger.record(of: id) else { return nil }
        try permit.check(record.listed.ticket.event)
        return OrganiserTicket(record)
    }

    /// Performs an action on a ticket and uploads it to the hub, so that gates receive it with their next sync. If
    /// the upload fails, the action remains valid and is uploaded later, and the page shows the error.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - id: The ticket.
    ///   - version: The ticket's version as the organiser saw it.
    ///   - why: The reason, which is recorded.
    ///   - permit: The permit of who acts, whose name is recorded.
    /// - Returns: The ticket as it is now; `nil` if it is not on the list.
    /// - Throws: ``ProblemResponse`` if the role or the event does not permit it; `LedgerError`, including
    ///   `LedgerError.changedMeanwhile` if the ticket has changed since the organiser saw it, in which case nothing is
    ///   done; ``HubError``.
    func perform(
        _ action: OrganiserAction,
        on id: TicketID,
        seen version: TicketVersion,
        why: String,
        for permit: TicketPermit
    ) async throws -> OrganiserTicket? {
        let attribution = try Attribution(actor: permit.session.name, why: why)
        guard let record = try await ledger.record(of: id) else { return nil }
        try permit.check(record.listed.ticket.event)
        try await requireMembership()
        // If the ticket has another version than was seen, nothing is done below.
        try permit.check(action, on: record.listed.status)
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
        return try await ticket(id, for: permit)
    }

    /// Sends a message to the gates.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - event: The event.
    ///   - gate: The gate; empty for all.
    ///   - minutes: How long the message is shown.
    ///   - permit: The permit of who sends it, whose name is recorded.
    /// - Throws: ``ProblemResponse`` for another event; `LedgerError`, ``HubError``.
    func send(
        _ text: String, to event: EventID, gate: String, minutes: Int64, for permit: TicketPermit
    ) async throws {
        try permit.check(event)
        try await requireMembership()
        let now = moment
        let name = GateName(gate)
        guard gate.isEmpty || name != nil else { throw LedgerError.refused("The event does not have this gate.") }
        let until = Timestamp(milliseconds: now.milliseconds + minutes * 60_000)
        try await ledger.add(
            GateMessage(event: event, gate: name, text: text, actor: permit.session.name, at: now, until: until))
        await refresh()
    }

    /// Refuses an action of which no gate would hear: they ignore what a box writes that is no member.
    ///
    /// - Throws: ``ProblemResponse`` with what to do; `LedgerError`.
    func requireMembership() async throws {
        if let box = try await ledger.unheardOwner() { throw ProblemResponse(.conflict, box.description) }
    }
}
