// What somebody saw of a ticket, as a token that prevents actions on outdated information.

import FoundationEssentials
import GRDB
import TicketSigning

/// Everything that a ledger knows about a ticket at one time, as a token of 36 characters.
///
/// Two versions are equal exactly if the ticket's row, the terms of its tier and event, what staff did to it, and
/// everything that happened with it or with tickets of its replacement family are the same, including undone
/// movements. Every action takes the version that the person saw and compares it in its own transaction, so a request
/// that is sent twice acts once.
public struct TicketVersion: Hashable, Sendable, LosslessStringConvertible {
    /// The hash of the row, with the terms of tier and event.
    private let row: Mark
    /// The hash of what staff did to the row.
    private let changes: Mark
    /// The hash of entries, exits and their voids.
    private let movements: Mark

    /// The first 48 bits of a SHA-256: no one gains from a collision, and accidental ones are improbable.
    private struct Mark: Hashable, Sendable {
        static let digits = 12
        let text: String

        init(of bytes: [UInt8]) {
            let digits = Array("0123456789abcdef")
            text = SHA256.hash(bytes).prefix(Self.digits / 2).reduce(into: "") {
                $0.append(digits[Int($1 >> 4)])
                $0.append(digits[Int($1 & 15)])
            }
        }

        init?(_ text: Substring) {
            guard text.utf8.count == Self.digits,
                text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
            else { return nil }
            self.text = String(text)
        }
    }

    /// Parses a token.
    ///
    /// - Parameter description: A value of ``description``; anything else returns `nil`.
    public init?(_ description: String) {
        let digits = Mark.digits
        guard description.utf8.count == 3 * digits, description.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let parts = stride(from: 0, to: 3 * digits, by: digits).map {
            Mark(description.dropFirst($0).prefix(digits))
        }
        guard let row = parts[0], let changes = parts[1], let movements = parts[2] else { return nil }
        (self.row, self.changes, self.movements) = (row, changes, movements)
    }

    /// 36 hexadecimal digits.
    public var description: String { row.text + changes.text + movements.text }

    /// Reads the current version.
    ///
    /// - Parameters:
    ///   - ticket: A ticket, on the list or not.
    ///   - db: A database within a transaction.
    /// - Throws: `DatabaseError`.
    init(of ticket: TicketID, in db: Database) throws {
        row = Mark(of: try Self.row(of: ticket, in: db))
        let counting = "SELECT chain FROM ticket_change WHERE ticket = ? AND counts"
        changes = Mark(of: try Self.chains(counting, ticket, in: db))
        movements = Mark(
            of: try MovementRecord.family(of: ticket, in: db).filter(\.counts).flatMap(\.number.chain))
    }

    /// Returns what a person reads of the row and the terms, without numbers that only the exchange with other boxes
    /// needs.
    private static func row(of ticket: TicketID, in db: Database) throws -> [UInt8] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT ticket.event, ticket.user, ticket.epoch, ticket.tier, ticket.status, ticket.status_why,
                    ticket.holder, ticket.reference, ticket.admits, ticket.note, ticket.barcode, ticket.opens_ms,
                    ticket.closes_ms, ticket.replaces, tier.note, tier.opens_ms, tier.closes_ms, tier.admits,
                    tier.reentry, (
                        SELECT group_concat(gate) FROM (
                            SELECT gate FROM tier_gate
                            WHERE tier_gate.event = ticket.event AND tier_gate.tier = ticket.tier ORDER BY gate
                        )
                    ), event.opens_ms, event.closes_ms, event.closed_ms, event.unlisted, event.admits, event.reentry,
                    event.note, event.day_ms
                FROM ticket JOIN event ON event.id = ticket.event
                LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier WHERE ticket.id = ?
                """
        )
        let granted = try db.cachedStatement(
            sql: """
                SELECT number, body, retired FROM granted_ticket
                JOIN partner_grant ON partner_grant.id = granted_ticket.partner_grant WHERE granted_ticket.id = ?
                """
        )
        guard
            let row = try Row.fetchOne(granted, arguments: [ticket.blob])
                ?? Row.fetchOne(statement, arguments: [ticket.blob])
        else { return [] }
        // Each value is preceded by its length, so no two rows give the same bytes.
        return row.databaseValues.flatMap { value -> [UInt8] in
            let bytes: [UInt8] =
                switch value.storage {
                case .null: []
                case .int64(let number): number.bytes
                case .double(let number): Int64(bitPattern: number.bitPattern).bytes
                case .string(let text): Array(text.utf8)
                case .blob(let data): Array(data)
                }
            return Int64(value.isNull ? -1 : bytes.count).bytes + bytes
        }
    }

    private static func chains(_ sql: String, _ ticket: TicketID, in db: Database) throws -> [UInt8] {
        let statement = try db.cachedStatement(sql: sql + " ORDER BY chain")
        return try Data.fetchAll(statement, arguments: [ticket.blob]).flatMap(Array.init)
    }
}

extension TicketVersion {
    /// Aborts a transaction if the ticket is no longer as somebody saw it.
    ///
    /// - Parameters:
    ///   - seen: The version that was seen; `nil` if no one looked the ticket up.
    ///   - ticket: The ticket.
    ///   - db: The transaction that is about to act.
    /// - Throws: ``LedgerError/changedMeanwhile(_:)``; `DatabaseError`.
    static func check(_ seen: TicketVersion?, of ticket: TicketID, in db: Database) throws {
        guard let seen else { return }
        let now = try TicketVersion(of: ticket, in: db)
        guard now != seen else { return }
        throw LedgerError.changedMeanwhile(try seen.news(until: now, of: ticket, in: db))
    }

    /// Returns what happened since, as far as it can be named: the newest item of a kind that has something new.
    private func news(until now: TicketVersion, of ticket: TicketID, in db: Database) throws -> ConcurrentChange {
        if movements != now.movements,
            let last = try MovementRecord.family(of: ticket, in: db).last(where: \.counts),
            let kind = LogEntry.Kind(rawValue: last.kind.rawValue)
        {
            return .moved(kind, last.entry, by: last.by)
        }
        if changes != now.changes {
            let sql = "SELECT * FROM ticket_change WHERE ticket = ? AND counts ORDER BY rev DESC LIMIT 1"
            if let row = try Row.fetchOne(db, sql: sql, arguments: [ticket.blob]) {
                return .changed(try TicketChange(row))
            }
        }
        return .listed
    }
}

extension MovementRecord {
    /// Returns what happened with a ticket or with any ticket of its replacement family.
    fileprivate static func family(of ticket: TicketID, in db: Database) throws -> [MovementRecord] {
        try all(of: ticket, inFamilyOf: ReplacementChain(of: ticket, in: db).root, in: db)
    }
}

extension Int64 {
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
}
