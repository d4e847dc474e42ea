// What a box may write.

import FoundationEssentials
import Ledger
import Sync
import TicketSigning

/// Which records are taken from a sender, beyond what their own envelope says.
struct RecordPermissions {
    let sender: EnrolledBox
    let session: any SQLSession

    /// Whether a sender that has part in some events only may write a version: it has to be of one of them, and so has
    /// the one that it would replace. Keys end tickets for good, so they come from the organiser's machines alone.
    ///
    /// - Parameters:
    ///   - record: A version.
    ///   - standing: The event of the one that stands; `nil` where none does, or it has none.
    /// - Returns: Whether it is taken.
    func mayWrite(version record: HubRecord, over standing: EventID?) -> Bool {
        guard record.kind != .key || sender.isRelay else { return false }
        guard sender.events != nil else { return true }
        guard record.event != nil || record.kind == .box else { return false }
        return sender.sees(record.event) && sender.sees(standing)
    }

    /// Whether it may write a line: its own log's, and of events that it has part in.
    ///
    /// - Parameters:
    ///   - record: A line.
    ///   - box: Whose log it is.
    /// - Returns: Whether it is taken.
    /// - Throws: ``HubError``.
    func mayWrite(line record: HubRecord, of box: BoxID) throws -> Bool {
        guard box == sender.id || sender.isRelay, sender.sees(record.event) else { return false }
        guard sender.events != nil, record.kind == .change else { return true }
        // A change has its ticket inside.
        guard case .change(let change)? = try? SharedRecord(line: Data(record.body)) else { return false }
        return sender.sees(try session.event(of: change.ticket))
    }
}

extension SQLSession {
    /// The event of a ticket whose record is here.
    ///
    /// - Returns: `nil` for a ticket that is not here.
    func event(of ticket: TicketID) throws -> EventID? {
        let sql = "SELECT event FROM record WHERE kind = 'ticket' AND id = $1 AND seq = 0"
        return try row(sql, [ticket.sql]).flatMap { try EventID(bytes: $0.bytes(0)) }
    }
}
