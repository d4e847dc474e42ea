// The looks of tickets in the ledger.

import FoundationEssentials
import GRDB
public import TicketSigning

extension Ledger {
    /// Returns how the tickets of an event look.
    ///
    /// - Parameter event: The event.
    /// - Returns: The design; an empty one if nothing was set.
    /// - Throws: ``LedgerError``.
    public func design(of event: EventID) async throws -> TicketDesign {
        try await read { db in try TicketDesign(of: event, in: db) }
    }

    /// Changes how the tickets of an event look, as it is at this moment.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - body: Changes the design.
    /// - Returns: The design afterwards.
    /// - Throws: ``LedgerError/refused(_:)`` with the reason; other ``LedgerError``; rethrows errors of `body`.
    public func changeDesign(
        of event: EventID, _ body: @escaping @Sendable (inout TicketDesign) throws -> Void
    ) async throws -> TicketDesign {
        try await write { db in
            guard let found = try Event.withID(event, in: db) else {
                throw LedgerError.refused("There is no such event.")
            }
            let before = try TicketDesign(of: event, in: db)
            var after = before
            try body(&after)
            if after != before {
                try after.requireSense(for: found)
                try after.save(of: event, in: db)
            }
            return after
        }
    }

    /// Returns the logo on an event's tickets.
    ///
    /// - Parameter event: The event.
    /// - Returns: A PNG file; `nil` if there is none.
    /// - Throws: ``LedgerError``.
    public func logo(of event: EventID) async throws -> [UInt8]? {
        try await read { db in
            guard try TicketDesign.hasTables(in: db) else { return nil }
            let sql = "SELECT logo FROM ticket_design WHERE event = ?"
            return try Data.fetchOne(db, sql: sql, arguments: [event.blob]).map(Array.init)
        }
    }

    /// Sets or removes the logo on an event's tickets.
    ///
    /// - Parameters:
    ///   - logo: A PNG file of at most ``TicketDesign/mostLogoBytes``; `nil` for none.
    ///   - event: The event.
    /// - Throws: ``LedgerError/refused(_:)`` for a larger file; other ``LedgerError``.
    public func setLogo(_ logo: [UInt8]?, of event: EventID) async throws {
        guard (logo?.count ?? 1) <= TicketDesign.mostLogoBytes, logo?.isEmpty != true else {
            throw LedgerError.refused("A logo takes at most \(TicketDesign.mostLogoBytes >> 20) MiB.")
        }
        try await write { db in
            guard try Event.withID(event, in: db) != nil else {
                throw LedgerError.refused("There is no such event.")
            }
            try db.execute(
                sql: """
                    INSERT INTO ticket_design (event, logo) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET logo = excluded.logo
                    """,
                arguments: [event.blob, logo.map { Data($0) }])
        }
    }
}

extension TicketDesign {
    /// Whether the ledger has the tables: one that an older version wrote, and that is only read, lacks them.
    fileprivate static func hasTables(in db: Database) throws -> Bool { try db.tableExists("ticket_design") }

    init(of event: EventID, in db: Database) throws {
        self.init()
        guard try Self.hasTables(in: db) else { return }
        let texts = "SELECT venue, address, starts_ms FROM ticket_design WHERE event = ?"
        if let row = try Row.fetchOne(db, sql: texts, arguments: [event.blob]) {
            (venue, address, starts) = (row["venue"], row["address"], row.timestamp("starts_ms"))
        }
        let tiers = "SELECT tier, colour FROM tier_colour WHERE event = ?"
        for row in try Row.fetchAll(db, sql: tiers, arguments: [event.blob]) {
            colours[row["tier"]] = TicketColour(hex: UInt32(truncatingIfNeeded: row["colour"] as Int64))
        }
    }

    /// Rejects texts that cannot be printed, and a start outside the times of the event.
    func requireSense(for event: Event) throws(LedgerError) {
        guard [venue, address].allSatisfy({ $0.map(Self.isPrintable) ?? true }) else {
            throw .refused(
                "Write the venue and the address in one line each, of at most \(Self.longestText) characters and "
                    + "without control characters.")
        }
        guard let starts else { return }
        if let opens = event.opens, starts < opens {
            throw .refused("The event starts before its doors open; choose a later start, or open earlier.")
        }
        if let closes = event.closes, starts >= closes {
            throw .refused("The event starts after it closes; choose an earlier start.")
        }
    }

    /// Replaces what is set, except for the logo.
    func save(of event: EventID, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO ticket_design (event, venue, address, starts_ms) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET venue = excluded.venue, address = excluded.address,
                    starts_ms = excluded.starts_ms
                """,
            arguments: [event.blob, venue, address, starts?.milliseconds])
        try db.execute(sql: "DELETE FROM tier_colour WHERE event = ?", arguments: [event.blob])
        for (tier, colour) in colours {
            try db.execute(
                sql: "INSERT INTO tier_colour (event, tier, colour) VALUES (?, ?, ?)",
                arguments: [event.blob, tier, Int64(colour.hex)])
        }
    }
}
