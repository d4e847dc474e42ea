// The places in zones with a capacity, as a hub gives them out.

import FoundationEssentials
import GRDB
public import TicketSigning

/// This box's share of the places in a zone.
public struct PlaceShare: Hashable, Sendable {
    /// The event.
    public let event: EventID
    /// The zone.
    public let zone: ZoneName
    /// How many more people this box may let in; at least 0.
    public let places: Int
    /// The number of the hub's answer that the share follows from; 0 for none.
    public let turn: Int64
    /// The last line of this box's log: the share is what it was after it. `nil` before the first one.
    public let line: LogPoint?
    /// The number of people whom this box has let in with its last scans, at most ``Ledger/recentScans`` of them.
    public let arrivals: [Timestamp]
}

/// What the organiser's ledger knows of a zone.
public struct ZoneCount: Hashable, Sendable {
    /// How many people may be inside at once; `nil` for any number.
    public let capacity: Int?
    /// How many are inside.
    public let inside: Int
    /// Of the lines that were asked about, those that this ledger has, and so has counted.
    public var lines: [BoxID: LogPoint]
    /// How many people have entered at a box after the line with a number; 0 for a box whose log has branched.
    public let entries: [BoxID: Int64]
    /// The last line of a box; missing for a box whose log has branched, or that has none.
    public let ends: [BoxID: LogPoint]

    /// - Parameters:
    ///   - capacity: How many people may be inside at once; `nil` for any number.
    ///   - inside: How many are inside.
    ///   - lines: Of the lines that were asked about, those that this ledger has.
    ///   - entries: How many people have entered at a box since.
    ///   - ends: The last line of a box.
    public init(
        capacity: Int?,
        inside: Int,
        lines: [BoxID: LogPoint] = [:],
        entries: [BoxID: Int64] = [:],
        ends: [BoxID: LogPoint] = [:]
    ) {
        (self.capacity, self.inside, self.lines, self.entries, self.ends) = (capacity, inside, lines, entries, ends)
    }
}

extension Ledger {
    /// How many of this box's scans are looked at for how fast guests come.
    public static let recentScans = 100

    /// Returns this box's share of the places in a zone.
    ///
    /// - Parameters:
    ///   - zone: A zone with a capacity.
    ///   - event: Its event.
    /// - Returns: The share; 0 places if the hub has given none.
    /// - Throws: ``LedgerError``.
    public func placeShare(in zone: ZoneName, of event: EventID) async throws -> PlaceShare {
        try await read { db in
            let own = try Box.owner(in: db).id
            let sql = "SELECT places, turn FROM place_share WHERE event = ? AND zone = ?"
            let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [event.blob, zone.text])
            let last = try db.cachedStatement(
                sql: """
                    SELECT seq, chain, event, zone, people, at_ms FROM scan
                    WHERE box = ? AND branch = 0 ORDER BY seq DESC LIMIT ?
                    """)
            let lines = try Row.fetchAll(last, arguments: [own.blob, Self.recentScans])
            let arrivals = try lines.filter {
                try $0["people"] == 1 && $0["zone"] == zone.text && $0.identifier("event") == event
            }
            return PlaceShare(
                event: event, zone: zone, places: max(0, row?["places"] ?? 0), turn: row?["turn"] ?? 0,
                line: lines.first.map { LogPoint($0) },
                arrivals: arrivals.map { Timestamp(milliseconds: $0["at_ms"]) })
        }
    }

    /// Returns the zones with a capacity that this box lets people into, or holds places of.
    ///
    /// - Parameter gates: The gates of this box.
    /// - Returns: Each zone once.
    /// - Throws: ``LedgerError``.
    public func zonesWithPlaces(at gates: [Gate]) async throws -> [(event: EventID, zone: ZoneName)] {
        try await read { db in
            var zones: [(event: EventID, zone: ZoneName)] = try gates.compactMap { gate in
                guard try Event.withID(gate.event, in: db) != nil else { return nil }
                let state = try GateState(at: gate, in: db)
                return state.inside == nil ? nil : (gate.event, state.zone.name)
            }
            for row in try Row.fetchAll(db, sql: "SELECT event, zone FROM place_share") {
                guard let zone = ZoneName(row["zone"] as String) else { continue }
                zones.append((try row.identifier("event"), zone))
            }
            return zones.reduce(into: []) { all, one in
                if !all.contains(where: { $0 == one }) { all.append(one) }
            }
        }
    }

    /// Takes what the hub says this box's share is from now on, if the box still has what it told the hub: guests have
    /// come and gone since, and another program on this machine may have asked as well.
    ///
    /// - Parameters:
    ///   - places: The share that the hub has decided on; `nil` to keep the present one.
    ///   - turn: The number of the hub's answer.
    ///   - told: What the hub was told.
    /// - Returns: Whether the share is as the hub says now.
    /// - Throws: ``LedgerError``.
    @discardableResult
    public func take(places: Int?, turn: Int64, after told: PlaceShare) async throws -> Bool {
        // What costs no write is the usual case.
        guard turn != told.turn || places.map({ $0 != told.places }) == true else { return true }
        return try await write { db in
            let arguments: StatementArguments = [told.event.blob, told.zone.text]
            let sql = "SELECT places, turn FROM place_share WHERE event = ? AND zone = ?"
            let row = try Row.fetchOne(db, sql: sql, arguments: arguments)
            let (held, last): (Int, Int64) = (row?["places"] ?? 0, row?["turn"] ?? 0)
            guard last == told.turn else { return false }
            let given = places ?? told.places
            // Guests have used some of it since; what shrinks does so to what it is told to be.
            let new = given < told.places ? min(held, given) : held + given - told.places
            try db.execute(
                sql: """
                    INSERT INTO place_share (event, zone, places, turn) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT DO UPDATE SET places = ?3, turn = ?4
                    """,
                arguments: [told.event.blob, told.zone.text, new, turn])
            return true
        }
    }

    /// Returns what a hub needs to know to give out the places in a zone. Blocks its thread for some look-ups.
    ///
    /// - Parameters:
    ///   - zone: The zone.
    ///   - event: Its event.
    ///   - lines: Lines of boxes, which the ledger may have.
    ///   - numbers: The boxes whose entries are counted, each with the number of the line after which they are.
    /// - Returns: The count; `nil` if the ledger does not have the event.
    /// - Throws: ``LedgerError``.
    public func zoneCount(
        of zone: ZoneName,
        in event: EventID,
        lines: [BoxID: LogPoint],
        entriesAfter numbers: [BoxID: Int64]
    ) throws -> ZoneCount? {
        try readBlocking { db in try ZoneCount(of: zone, in: event, lines, numbers, db) }
    }
}

extension ZoneCount {
    fileprivate init?(
        of zone: ZoneName,
        in event: EventID,
        _ lines: [BoxID: LogPoint],
        _ numbers: [BoxID: Int64],
        _ db: Database
    ) throws {
        guard try Event.withID(event, in: db) != nil else { return nil }
        let sql = "SELECT capacity FROM zone WHERE event = ? AND name = ?"
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [event.blob, zone.text])
        let chains = try db.cachedStatement(sql: "SELECT seq, chain FROM scan WHERE box = ? AND seq = ?")
        let log = "scan WHERE box = ?1 AND NOT EXISTS (SELECT 1 FROM branch WHERE box = ?1 AND log = 'scan')"
        // Staff let somebody in whether or not there is a place.
        let entered = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM \(log) AND seq > ?2 AND event = ?3 AND zone = ?4 AND kind = 'entry' AND people > 0
                """)
        let last = try db.cachedStatement(sql: "SELECT seq, chain FROM \(log) ORDER BY seq DESC LIMIT 1")
        var (entries, ends): ([BoxID: Int64], [BoxID: LogPoint]) = ([:], [:])
        for (box, number) in numbers {
            entries[box] = try Int64.fetchOne(entered, arguments: [box.blob, number, event.blob, zone.text])
            ends[box] = try Row.fetchOne(last, arguments: [box.blob]).map { LogPoint($0) }
        }
        self.init(
            capacity: row?["capacity"], inside: try Zone.inside(zone, of: event, in: db),
            lines: try lines.filter { box, line in
                try Row.fetchAll(chains, arguments: [box.blob, line.seq]).contains { LogPoint($0) == line }
            }, entries: entries, ends: ends)
    }
}

extension PlaceShare {
    static func places(in zone: ZoneName, of event: EventID, in db: Database) throws -> Int? {
        let statement = try db.cachedStatement(sql: "SELECT places FROM place_share WHERE event = ? AND zone = ?")
        return try Int.fetchOne(statement, arguments: [event.blob, zone.text]).map { max(0, $0) }
    }
}
