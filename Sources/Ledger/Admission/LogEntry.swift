// What happened with a ticket at the doors, for people to read.

public import TicketSigning

/// A line of the door's book in which somebody went in or out with a ticket, or that was taken back.
public struct LogEntry: Hashable, Sendable {
    /// What happened.
    public let kind: Kind
    /// When, where and by which box.
    public let entry: Entry
    /// What lies behind the gate.
    public let zone: ZoneName
    /// The stable reason; on an override the one that was overruled.
    public let reason: String
    /// Who did it by hand, and why; `nil` where a code was scanned.
    public let by: Attribution?
    /// Whether it was taken back later.
    public let isUndone: Bool

    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// In, by the rules.
        case entry
        /// Out.
        case exit
        /// In, by staff, against the rules.
        case override
        /// The last of these was taken back.
        case void
    }
}

extension Ledger {
    /// Everything that moved somebody with a ticket, or with one it stands for, in order, with what was taken back.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: Possibly nothing.
    /// - Throws: ``LedgerError``.
    public func book(of id: TicketID) async throws -> [LogEntry] {
        try await read { db in
            let older = try IssuedTicket.withID(id, in: db)?.replaces
            let lines = try MovementRecord.all(of: id, replacing: older, in: db)
            return LogEntry.all(in: lines)
        }
    }
}

extension LogEntry {
    /// The lines of the book as people read them.
    static func all(in lines: [MovementRecord]) -> [LogEntry] {
        let undone = Set(lines.compactMap(\.undone))
        return lines.compactMap { line in
            Kind(rawValue: line.kind.rawValue).map {
                LogEntry(
                    kind: $0, entry: line.entry, zone: line.zone, reason: line.reason, by: line.by,
                    isUndone: undone.contains(line.number)
                )
            }
        }
    }
}
