// Undoing an entry or exit.

import Admission
package import Ledger
package import TicketSigning

extension CommandContext {
    /// Undoes the last entry or exit with a ticket, and reports it to the hub, if there is one, so that other gates
    /// learn of it at once.
    ///
    /// - Parameters:
    ///   - ticket: A ticket that is known here.
    ///   - seen: The version that the person saw.
    ///   - instant: The current time.
    ///   - attribution: Who does it, and why.
    /// - Returns: What was undone, or why nothing was undone.
    /// - Throws: `LedgerError`, including `LedgerError.changedMeanwhile`; ``CommandError`` if the hub's settings cannot
    ///   be used. Nothing was recorded then.
    package func undo(
        _ ticket: Ticket,
        seen: TicketVersion,
        on instant: Timestamp,
        by attribution: Attribution
    ) async throws -> Undo {
        guard let claims = try await HubLink.claims(self), let gate = try await ledger.gates(of: ticket.event).first
        else { return try await ledger.undo(ticket.id, seen: seen, on: instant, by: attribution) }
        // An undo is announced at the gate of the undone scan, regardless of the desk's initial gate.
        let desk = try await desk(event: try await event(of: ticket), gate: gate, claims: claims)
        return try await desk.undo(ticket.id, seen: seen, on: instant, by: attribution)
    }
}
