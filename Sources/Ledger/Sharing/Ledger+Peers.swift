// How far this ledger and others are apart.

import GRDB
public import TicketSigning

/// Another ledger that this one has met.
public struct Peer: Hashable, Sendable {
    /// Its own box.
    public let id: BoxID
    /// What people call it.
    public let name: String
    /// When it was heard of last, by this machine's wall clock.
    public let contact: Timestamp
    /// Scans here that it had not got then.
    public let scansWaiting: Int
    /// Things done by staff here that it had not got then.
    public let changesWaiting: Int
}

extension Ledger {
    /// The ledgers that this one has met, the one that was heard of last first.
    ///
    /// - Returns: Possibly none.
    /// - Throws: ``LedgerError``.
    public func peers() async throws -> [Peer] {
        try await read { db in
            let held = try HighWaterMark.all(in: db)
            return try Row.fetchAll(db, sql: "SELECT id, name, contact_ms FROM peer ORDER BY contact_ms DESC, id").map {
                let id: BoxID = try $0.identifier("id")
                let told = try Self.lastHeard(of: id, in: db)?.highWaterMarks ?? []
                let theirs = Dictionary(uniqueKeysWithValues: told.map { ($0.box, $0) })
                return Peer(
                    id: id,
                    name: $0["name"],
                    contact: Timestamp(milliseconds: $0["contact_ms"]),
                    scansWaiting: held.reduce(0) { $0 + Int(max(0, $1.scans - (theirs[$1.box]?.scans ?? 0))) },
                    changesWaiting: held.reduce(0) { $0 + Int(max(0, $1.changes - (theirs[$1.box]?.changes ?? 0))) }
                )
            }
        }
    }

    /// The boxes whose clocks were seen more than a minute ahead of this one's.
    ///
    /// - Returns: By their names, and by how many milliseconds at most.
    /// - Throws: ``LedgerError``.
    public func clocksAhead() async throws -> [String: Int64] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, ahead_ms FROM box WHERE ahead_ms > 0")
            return Dictionary(rows.map { ($0["name"], $0["ahead_ms"]) }, uniquingKeysWith: max)
        }
    }
}
