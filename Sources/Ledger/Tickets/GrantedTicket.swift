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
    /// Whether it may enter: valid, blocked or revoked, as it is if the organiser took the whole grant back.
    public let status: TicketStatus
    /// The reason that staff gave for the status.
    public let statusWhy: String?

    /// Fails for a number that was not granted.
    ///
    /// - Parameters:
    ///   - number: A number of the grant.
    ///   - record: The grant.
    ///   - status: What staff have done to the ticket.
    ///   - statusWhy: The reason that they gave.
    public init?(
        _ number: UInt32,
        of record: GrantRecord,
        status: TicketStatus = .valid,
        statusWhy: String? = nil
    ) {
        let grant = record.grant
        guard let range = grant.range(of: number) else { return nil }
        (self.grant, partner, self.number, tier) = (grant.id, grant.partner, number, range.tier)
        policy = EntryPolicy(
            opens: grant.opens.map { Timestamp(milliseconds: $0 * 1000) },
            closes: grant.closes.map { Timestamp(milliseconds: $0 * 1000) })
        self.status = record.isRetired ? .revoked : status
        self.statusWhy = record.isRetired ? nil : statusWhy
    }

    /// What identifies the ticket for people: `Campus shop 17`.
    public var name: String { "\(partner) \(number)" }

    /// The same as a ticket of the list, for those who show or change either.
    func listed(as ticket: Ticket) -> IssuedTicket {
        IssuedTicket(
            ticket: ticket, epoch: 0, tier: tier, status: status, holder: name, opens: policy.opens,
            closes: policy.closes, statusWhy: statusWhy)
    }
}

extension GrantedTicket {
    /// Returns a ticket that follows from a grant.
    ///
    /// - Parameters:
    ///   - id: Any ticket.
    ///   - db: A database in a transaction.
    /// - Returns: The ticket as its code describes it, and what is known of it; `nil` if it follows from no grant.
    /// - Throws: `DatabaseError`.
    static func withID(_ id: TicketID, in db: Database) throws -> (ticket: Ticket, facts: GrantedTicket)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT number, body, retired FROM granted_ticket
                JOIN partner_grant ON partner_grant.id = granted_ticket.partner_grant WHERE granted_ticket.id = ?
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [id.blob]) else { return nil }
        return try GrantRecord(row).flatMap { try withNumber(row["number"], of: $0, in: db) }
    }

    /// Returns a ticket of a grant, with what staff have done to it.
    fileprivate static func withNumber(
        _ number: UInt32, of record: GrantRecord, in db: Database
    ) throws -> (ticket: Ticket, facts: GrantedTicket)? {
        let ticket = record.grant.ticket(number)
        let reducer = try StatusReducer.ofGranted(ticket.id, in: db)
        guard let facts = GrantedTicket(number, of: record, status: reducer.status, statusWhy: reducer.why) else {
            return nil
        }
        return (ticket, facts)
    }

    /// The row of the ticket's tier.
    func tierRow(of event: EventID, in db: Database) throws -> Tier? {
        guard let tier else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT \(Tier.columns) FROM tier WHERE event = ? AND name = ?")
        return try Row.fetchOne(statement, arguments: [event.blob, tier]).flatMap { Tier($0) }
    }
}

extension Ledger {
    /// Returns a ticket of the list or of a grant, as its code describes it.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: `nil` for one that this ledger does not know.
    /// - Throws: ``LedgerError``.
    public func knownTicket(_ id: TicketID) async throws -> Ticket? {
        if let granted = try await grantedTicket(id) { return granted.ticket }
        return try await ticket(id)?.ticket
    }

    /// Returns a ticket that a partner may sell.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: `nil` for one that follows from no grant.
    /// - Throws: ``LedgerError``.
    public func grantedTicket(_ id: TicketID) async throws -> (ticket: Ticket, facts: GrantedTicket)? {
        try await read { db in try GrantedTicket.withID(id, in: db) }
    }

    /// Returns the tickets of grants that people mean by a number and words of the partner's name.
    ///
    /// - Parameters:
    ///   - text: A number with words of the name or their beginnings, in any order: `campus 17`, or
    ///     `No. 17 · Campus shop` as it is printed.
    ///   - event: The event; `nil` for all.
    /// - Returns: A ticket for each grant with such a number; none for a text without a number.
    /// - Throws: ``LedgerError``.
    public func grantedTickets(
        matching text: String,
        of event: EventID? = nil
    ) async throws -> [(ticket: Ticket, facts: GrantedTicket)] {
        let given = text.searchWords.filter { $0 != "no" }
        guard given.contains(where: { UInt32($0) != nil }) else { return [] }
        let records = try await grants(of: event)
        return try await read { db in
            try records.flatMap { record in
                let named = record.grant.partner.searchWords
                // A partner's name may have a number, too.
                return try given.indices.compactMap { place -> (ticket: Ticket, facts: GrantedTicket)? in
                    var rest = given
                    guard let number = UInt32(rest.remove(at: place)),
                        rest.allSatisfy({ word in named.contains { $0.hasPrefix(word) } })
                    else { return nil }
                    return try GrantedTicket.withNumber(number, of: record, in: db)
                }
            }
        }
    }

    /// Returns the same as tickets of the list, for those who show either.
    ///
    /// - Parameters:
    ///   - text: As for ``grantedTickets(matching:of:)``.
    ///   - event: The event; `nil` for all.
    /// - Returns: The tickets, whose holder is partner and number.
    /// - Throws: ``LedgerError``.
    public func listedGrantedTickets(matching text: String, of event: EventID? = nil) async throws -> [IssuedTicket] {
        try await grantedTickets(matching: text, of: event).map { $0.facts.listed(as: $0.ticket) }
    }
}

extension String {
    /// The words that people search by: letters and digits in lower case.
    fileprivate var searchWords: [Substring] { lowercased().split { !$0.isLetter && !$0.isNumber } }
}
