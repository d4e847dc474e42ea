// Looks up a ticket before somebody acts: a single snapshot, with its version.

import GRDB
public import TicketSigning

/// A ticket with everything that happened to it, in readable form.
public struct TicketRecord: Hashable, Sendable {
    /// The row.
    public let listed: IssuedTicket
    /// All movements with it, or with one that it replaces, in order, without undone ones.
    public let movements: [Movement]
    /// The same with undone movements, and who undid them.
    public let log: [LogEntry]
    /// What staff did to its row, the first change first.
    public let changes: [TicketChange]
    /// What staff did to the tickets that it replaces, the first change first; it was issued with the last of them.
    public let earlier: [TicketChange]
    /// All of this as a token for the action that follows.
    public let version: TicketVersion
}

extension Ledger {
    /// Returns a ticket with everything that happened to it.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: Everything from one snapshot; `nil` if the ticket is neither on the list nor a partner's.
    /// - Throws: ``LedgerError``.
    public func record(of id: TicketID) async throws -> TicketRecord? {
        try await read { db in
            let granted = try GrantedTicket.withID(id, in: db).map { $0.facts.listed(as: $0.ticket) }
            guard let listed = try granted ?? IssuedTicket.withID(id, in: db) else { return nil }
            let lines = try MovementRecord.all(of: id, replacing: listed.replaces, in: db)
            return TicketRecord(
                listed: listed,
                movements: MovementRecord.withoutUndone(lines).compactMap(\.movement),
                log: LogEntry.all(in: lines),
                changes: try TicketChange.all(of: id, in: db),
                earlier: try TicketChange.all(replacedBy: listed, in: db),
                version: try TicketVersion(of: id, in: db)
            )
        }
    }

    /// Returns the version of a ticket, for an action that follows.
    ///
    /// - Parameter id: The ticket's identifier, on the list or not.
    /// - Returns: The version for ``change(_:of:seen:by:on:)`` and ``undo(_:seen:on:by:)``.
    /// - Throws: ``LedgerError``.
    public func version(of id: TicketID) async throws -> TicketVersion {
        try await read { db in try TicketVersion(of: id, in: db) }
    }
}
