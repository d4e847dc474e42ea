// Finds tickets on the list that no guest can present.

import GRDB
public import TicketSigning

/// Why no one can enter with a ticket that is good.
public enum PresentationFault: String, CaseIterable, Sendable {
    /// It has no barcode, and this ledger knows no key that signed a code for it.
    case noKey = "no-key"
    /// It has no barcode, and the key that signed its code was retired.
    case retiredKey = "retired-key"
    /// It was imported here without a barcode, and its code was never written.
    case noCode = "no-code"
    /// Its tier, or the event, has no entry gate.
    case noGate = "no-gate"
    /// Its validity ends before it begins.
    case noTime = "no-time"
    /// Its validity ended before anyone entered.
    case over
}

extension Ledger {
    /// Returns an event's paid or unpaid tickets that cannot be presented at any gate.
    ///
    /// - Parameters:
    ///   - event: The event; one that was purged here has none.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: The number of tickets for each reason; each ticket counts once, for the first reason that applies.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Reads the event's tickets once.
    public func unpresentableTickets(
        of event: EventID,
        on instant: Timestamp
    ) async throws -> [PresentationFault: Int] {
        try await read { db in
            let isBegun = "SELECT EXISTS (SELECT 1 FROM admission WHERE event = ?)"
            let now = try Bool.fetchOne(db, sql: isBegun, arguments: [event.blob]) == true ? nil : instant.milliseconds
            let rows = try Row.fetchAll(db, sql: Self.unpresentable, arguments: [event.blob, now])
            let counts = rows.compactMap { row in
                (row["fault"] as String?).flatMap(PresentationFault.init).map { ($0, row["tickets"] as Int) }
            }
            return Dictionary(uniqueKeysWithValues: counts)
        }
    }

    private static let unpresentable = """
        WITH entrance (tier) AS (
            SELECT DISTINCT tier FROM (\(GateSettings.entrances))
            WHERE (by_tier OR NOT has_gates) AND (by_gate OR NOT has_tiers) AND (by_tier OR by_gate OR NOT restricted)
        ), good AS (
            SELECT ticket.*, signing_key.retired AS is_retired,
                coalesce(ticket.opens_ms, tier.opens_ms, event.opens_ms) AS begins,
                coalesce(ticket.closes_ms, tier.closes_ms, event.closes_ms) AS ends,
                coalesce(ticket.closes_ms, tier.closes_ms) AS own_end
            FROM ticket JOIN event ON event.id = ticket.event
            LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier
            LEFT JOIN signing_key ON signing_key.event = ticket.event AND signing_key.epoch = ticket.epoch
            WHERE ticket.event = ?1 AND ticket.status IN ('valid', 'unpaid') AND NOT ticket.removed
                AND ?1 NOT IN (SELECT event FROM purge)
        )
        SELECT fault, count(*) AS tickets FROM (
            SELECT CASE
                WHEN barcode IS NULL AND is_retired IS NULL THEN 'no-key'
                WHEN barcode IS NULL AND is_retired THEN 'retired-key'
                WHEN barcode IS NULL AND uncoded THEN 'no-code'
                WHEN tier IS NOT NULL AND tier NOT IN (SELECT tier FROM entrance) THEN 'no-gate'
                WHEN tier IS NULL
                    AND NOT EXISTS (
                        SELECT 1 FROM gate JOIN zone ON zone.event = ?1 AND zone.name = gate.zone AND NOT restricted
                        WHERE gate.event = ?1 AND gate.direction = 'entry' AND NOT EXISTS (
                            SELECT 1 FROM gate_tier WHERE gate_tier.event = ?1 AND gate_tier.gate = gate.name
                        )
                    ) THEN 'no-gate'
                WHEN ends <= begins THEN 'no-time'
                WHEN own_end <= ?2 THEN 'over'
            END AS fault
            FROM good
        ) WHERE fault NOT NULL GROUP BY fault
        """
}
