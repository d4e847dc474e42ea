// An event with everything that is set for it.

import GRDB
public import TicketSigning

/// An event with its zones, gates and tiers.
public struct EventSettings: Hashable, Sendable {
    /// The event.
    public var event: Event
    /// At least the zones behind its gates, in alphabetical order.
    public var zones: [Zone]
    /// Its gates, in alphabetical order.
    public var gates: [GateSettings]
    /// The tiers that were set up, and those that tickets name, in alphabetical order.
    public var tiers: [Tier]
    /// How its tickets look, apart from the logo; this ledger's own.
    public var design: TicketDesign

    /// - Parameters:
    ///   - event: The event.
    ///   - zones: The zones behind its gates.
    ///   - gates: Its gates.
    ///   - tiers: Its tiers.
    ///   - design: How its tickets look.
    public init(
        event: Event, zones: [Zone] = [], gates: [GateSettings] = [], tiers: [Tier] = [],
        design: TicketDesign = TicketDesign()
    ) {
        (self.event, self.zones, self.gates, self.tiers) = (event, zones, gates, tiers)
        self.design = design
    }

    /// Whether something differs that other ledgers get too.
    fileprivate func differs(from other: EventSettings) -> Bool {
        var same = self
        same.design = other.design
        return same != other
    }

    fileprivate init?(of id: EventID, in db: Database) throws {
        guard let event = try Event.withID(id, in: db) else { return nil }
        let gates = "SELECT name, direction, zone FROM gate WHERE event = ? ORDER BY name"
        let tiers = "SELECT \(Tier.columns) FROM tier WHERE event = ? ORDER BY name"
        self.init(
            event: event,
            zones: try Zone.all(of: id, in: db),
            gates: try Row.fetchAll(db, sql: gates, arguments: [id.blob]).compactMap {
                try GateSettings($0, of: id, in: db)
            },
            tiers: try Row.fetchAll(db, sql: tiers, arguments: [id.blob]).compactMap(Tier.init),
            design: try TicketDesign(of: id, in: db))
    }
}

extension Ledger {
    /// Returns an event with everything that is set for it.
    ///
    /// - Parameter id: The event.
    /// - Returns: Everything from one snapshot; `nil` if there is no such event.
    /// - Throws: ``LedgerError``.
    public func settings(of id: EventID) async throws -> EventSettings? {
        try await read { db in try EventSettings(of: id, in: db) }
    }

    /// Changes an event, its zones, gates, tiers and design as they are at this moment, all or nothing; the changes
    /// apply from the next scan on, and a change of the design alone is no new version for other ledgers. Zones, gates
    /// and tiers can be added, not removed: tickets and other boxes name them.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - body: Returns the new settings; nothing is done if it returns `nil`.
    /// - Returns: The settings afterwards; `nil` if there is no such event.
    /// - Throws: ``LedgerError/refused(_:)`` with the reason; other ``LedgerError``; rethrows errors of `body`.
    public func change(
        _ id: EventID, _ body: @escaping @Sendable (EventSettings) throws -> EventSettings?
    ) async throws -> EventSettings? {
        try await write { db in
            guard let before = try EventSettings(of: id, in: db) else { return nil }
            try Authority.requireWriting(.event, in: id, db)
            guard let after = try body(before), after != before else { return before }
            try after.event.requireSense()
            try after.design.requireSense(for: after.event)
            if after.design != before.design { try after.design.save(of: id, in: db) }
            guard after.differs(from: before) else { return try EventSettings(of: id, in: db) }
            try after.event.update(in: db)
            for zone in after.zones where !before.zones.contains(zone) { try zone.save(of: id, in: db) }
            for gate in after.gates where !before.gates.contains(gate) { try gate.save(of: id, in: db) }
            for tier in after.tiers where !before.tiers.contains(tier) { try tier.save(of: id, in: db) }
            try after.event.markChanged(in: db)
            return try EventSettings(of: id, in: db)
        }
    }

    /// Returns how many tickets of each tier are on the list, without revoked and replaced ones.
    ///
    /// - Parameter event: The event.
    /// - Returns: The numbers by tier; the tickets without one are under the empty text.
    /// - Throws: ``LedgerError``.
    public func ticketCounts(of event: EventID) async throws -> [String: Int] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT coalesce(tier, '') AS tier, count(*) AS tickets FROM ticket
                    WHERE event = ? AND NOT removed AND status NOT IN ('revoked', 'replaced') GROUP BY 1
                    """,
                arguments: [event.blob])
            return Dictionary(rows.map { ($0["tier"], $0["tickets"]) }, uniquingKeysWith: +)
        }
    }

    /// Returns how many people have entered an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: The same as ``EventCounts/admitted``.
    /// - Throws: ``LedgerError``.
    public func admittedCount(of event: EventID) async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: EventCounts.admittedPeople, arguments: [event.blob]) ?? 0
        }
    }
}
