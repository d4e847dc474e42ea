// Write permissions of boxes.

import FoundationEssentials
import HubProtocol
import Ledger
import Sync
import TicketSigning

/// Decides which records are accepted from a sender, beyond the checks on their envelopes.
struct RecordPermissions {
    let sender: EnrolledBox
    let session: any SQLSession

    /// Returns whether a sender that takes part in some events only may write a version: both the version and the one
    /// that it would replace must belong to one of its events. Keys are accepted from the organiser's machines only,
    /// because they end tickets for good.
    ///
    /// - Parameters:
    ///   - record: A version.
    ///   - event: The event of the current version; `nil` if there is none, or if it has no event.
    /// - Returns: Whether the version is accepted.
    func mayWrite(version record: HubRecord, replacing event: EventID?) -> Bool {
        guard record.kind != .key || sender.isRelay else { return false }
        guard sender.events != nil else { return true }
        guard record.event != nil || record.kind == .box else { return false }
        return sender.sees(record.event) && sender.sees(event)
    }

    /// Returns whether a sender may write a line: it must be of its own log, and of an event that it takes part in.
    ///
    /// - Parameters:
    ///   - record: A line.
    ///   - box: The box whose log it is.
    /// - Returns: Whether the line is accepted.
    /// - Throws: ``HubError``.
    func mayWrite(line record: HubRecord, of box: BoxID) throws -> Bool {
        guard box == sender.id || sender.isRelay, sender.sees(record.event) else { return false }
        guard sender.events != nil, record.kind == .change else { return true }
        // The ticket of a change is only in its body.
        guard case .change(let change)? = try? SharedRecord(line: Data(record.body)) else { return false }
        return sender.sees(try session.event(of: change.ticket))
    }
}

extension SQLSession {
    /// Returns the event of a ticket, if the hub has its record.
    ///
    /// - Returns: The event; `nil` if the hub does not have the ticket's record.
    func event(of ticket: TicketID) throws -> EventID? {
        let sql = "SELECT event FROM record WHERE kind = 'ticket' AND id = $1 AND seq = 0"
        return try row(sql, [ticket.sql]).flatMap { try EventID(bytes: $0.bytes(0)) }
    }
}
