// A look at a ticket before somebody acts: all of it at one moment, with its version.

import GRDB
public import TicketSigning

/// A ticket with all that happened to it, as a person reads it.
public struct TicketRecord: Hashable, Sendable {
    /// Its row.
    public let listed: IssuedTicket
    /// Everybody who went in or out with it, or with one it stands for, in order; the undone left out.
    public let movements: [Movement]
    /// The same with what was undone, and who did it.
    public let book: [LogEntry]
    /// What staff did to its row, the first thing first.
    public let changes: [TicketChange]
    /// All of this as a token for the act that follows.
    public let version: TicketVersion
}

extension Ledger {
    /// What a ticket is judged by at a gate, with its version.
    ///
    /// - Parameters:
    ///   - ticket: Whether on the list or not.
    ///   - gate: Where it would be judged.
    /// - Returns: Both as they are at one moment.
    /// - Throws: ``LedgerError``.
    public func look(
        at ticket: Ticket,
        from gate: Gate
    ) async throws -> (history: TicketHistory, version: TicketVersion) {
        try await read { db in
            let file = try TicketHistoryReader(of: ticket, at: gate, box: LogHead(in: db).box.id, in: db)
            return (file.history, try TicketVersion(of: ticket.id, in: db))
        }
    }

    /// A ticket with all that happened to it.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: All of it as it is at one moment; `nil` if the list does not have the ticket.
    /// - Throws: ``LedgerError``.
    public func record(of id: TicketID) async throws -> TicketRecord? {
        try await read { db in
            guard let listed = try IssuedTicket.withID(id, in: db) else { return nil }
            let lines = try MovementRecord.all(of: id, replacing: listed.replaces, in: db)
            return TicketRecord(
                listed: listed,
                movements: MovementRecord.standing(lines).compactMap(\.movement),
                book: LogEntry.all(in: lines),
                changes: try TicketChange.all(of: id, in: db),
                version: try TicketVersion(of: id, in: db)
            )
        }
    }

    /// The version of a ticket, for an act that follows.
    ///
    /// - Parameter id: The ticket's identifier, on the list or not.
    /// - Returns: What ``change(_:of:seen:by:on:)`` and ``undo(_:seen:on:by:)`` take.
    /// - Throws: ``LedgerError``.
    public func version(of id: TicketID) async throws -> TicketVersion {
        try await read { db in try TicketVersion(of: id, in: db) }
    }
}
