// A ticket that follows from a partner's grant.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A ticket that a partner may have sold: it is on no list, and the grant says all that is known of it.
public struct GrantedTicket: Hashable, Sendable {
    /// The grant.
    public let grant: GrantID
    /// The partner's name.
    public let partner: String
    /// The number, from 1.
    public let number: UInt32
    /// The ticket's tier; `nil` for none.
    public let tier: String?
    /// The terms that the organiser gave these tickets.
    public let policy: EntryPolicy
    /// Whether the organiser took the grant back.
    public let isRetired: Bool

    /// - Parameters:
    ///   - number: A number of the grant.
    ///   - grant: The grant.
    ///   - isRetired: Whether the organiser took it back.
    public init?(_ number: UInt32, of grant: PartnerGrant, isRetired: Bool) {
        guard let range = grant.range(of: number) else { return nil }
        (self.grant, partner, self.number, tier) = (grant.id, grant.partner, number, range.tier)
        policy = EntryPolicy(
            opens: grant.opens.map { Timestamp(milliseconds: $0 * 1000) },
            closes: grant.closes.map { Timestamp(milliseconds: $0 * 1000) })
        self.isRetired = isRetired
    }

    /// What identifies the ticket for people: `Campus shop 17`.
    public var name: String { "\(partner) \(number)" }
}

extension GrantedTicket {
    /// Returns what is known of a ticket, and the row of its tier.
    ///
    /// - Parameters:
    ///   - id: Any ticket.
    ///   - event: The event that it is judged for.
    ///   - db: A database in a transaction.
    /// - Returns: `nil` for a ticket that follows from no grant for the event.
    /// - Throws: `DatabaseError`.
    static func withTier(_ id: TicketID, of event: EventID, in db: Database) throws -> (GrantedTicket, Tier?)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT number, body, retired FROM granted_ticket
                JOIN partner_grant ON partner_grant.id = granted_ticket.partner_grant
                WHERE granted_ticket.id = ? AND event = ?
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [id.blob, event.blob]),
            let facts = try? SignedGrant.facts(in: Array(row["body"] as Data)).grant,
            let ticket = GrantedTicket(row["number"], of: facts, isRetired: row["retired"])
        else { return nil }
        guard let name = ticket.tier else { return (ticket, nil) }
        let tier = try db.cachedStatement(sql: "SELECT \(Tier.columns) FROM tier WHERE event = ? AND name = ?")
        return (ticket, try Row.fetchOne(tier, arguments: [event.blob, name]).flatMap { Tier($0) })
    }
}

extension Ledger {
    /// Returns a ticket of the list or of a grant, as its code describes it.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: `nil` for one that this ledger does not know.
    /// - Throws: ``LedgerError``.
    public func knownTicket(_ id: TicketID) async throws -> Ticket? {
        if let listed = try await ticket(id) { return listed.ticket }
        return try await grantedTicket(id)?.ticket
    }

    /// Returns a ticket that a partner may sell.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: `nil` for one that follows from no grant.
    /// - Throws: ``LedgerError``.
    public func grantedTicket(_ id: TicketID) async throws -> (ticket: Ticket, facts: GrantedTicket)? {
        try await read { db in
            let sql = "SELECT partner_grant, number FROM granted_ticket WHERE id = ?"
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [id.blob]) else { return nil }
            let number = row["number"] as UInt32
            guard let record = try GrantRecord(try row.identifier("partner_grant"), in: db),
                let facts = GrantedTicket(number, of: record.grant, isRetired: record.isRetired)
            else { return nil }
            return (record.grant.ticket(number), facts)
        }
    }

    /// Returns the tickets of an event's grants that people mean by a number and words of the partner's name.
    ///
    /// - Parameters:
    ///   - text: A number, alone or after words or their beginnings, as in `campus 17`.
    ///   - event: The event.
    /// - Returns: A ticket for each grant with such a number; none for a text without a number.
    /// - Throws: ``LedgerError``.
    public func grantedTickets(
        matching text: String,
        of event: EventID
    ) async throws -> [(ticket: Ticket, facts: GrantedTicket)] {
        let words = text.lowercased().split(separator: " ")
        guard let number = words.last.flatMap({ UInt32($0) }) else { return [] }
        return try await grants(of: event).compactMap { record in
            let named = record.grant.partner.lowercased().split(separator: " ")
            let isMeant = words.dropLast().allSatisfy { word in named.contains { $0.hasPrefix(word) } }
            guard isMeant, let facts = GrantedTicket(number, of: record.grant, isRetired: record.isRetired) else {
                return nil
            }
            return (record.grant.ticket(number), facts)
        }
    }
}

extension GrantRecord {
    /// Reads a grant; `nil` if there is none.
    fileprivate init?(_ id: GrantID, in db: Database) throws {
        let sql = "SELECT body, retired FROM partner_grant WHERE id = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id.blob]),
            let facts = try? SignedGrant.facts(in: Array(row["body"] as Data)).grant
        else { return nil }
        self.init(grant: facts, isRetired: row["retired"])
    }
}
