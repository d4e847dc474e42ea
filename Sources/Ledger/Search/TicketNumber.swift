// The short number of a ticket, which people read out and type.

import FoundationEssentials
import GRDB
public import TicketSigning

/// The beginning of a ticket's identifier: eight hexadecimal digits, written in two groups of four.
///
/// In a list of 10,000 tickets, the chance that two of them share a number is 1.2 %; a search then finds both.
public struct TicketNumber: Hashable, Sendable, LosslessStringConvertible {
    /// The first four bytes of the identifier.
    public let value: UInt32

    /// - Parameter id: A ticket.
    public init(_ id: TicketID) {
        value = id.bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// - Parameter description: Eight hexadecimal digits in upper or lower case, or two groups of four with a space or
    ///   `-` between them; anything else gives `nil`.
    public init?(_ description: String) {
        let groups = description.trimmed.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "-" }
        let digits = groups.joined()
        guard digits.utf8.count == 8, digits.utf8.allSatisfy(Self.digits.contains),
            let value = UInt32(digits, radix: 16),
            groups.count == 1 || groups.map(\.utf8.count) == [4, 4]
        else { return nil }
        self.value = value
    }

    private static let digits = Set("0123456789abcdefABCDEF".utf8)

    /// The number in two groups: `7B3A 778E`.
    public var description: String {
        let digits = String(value, radix: 16, uppercase: true)
        let all = String(repeating: "0", count: 8 - digits.count) + digits
        return "\(all.prefix(4)) \(all.suffix(4))"
    }

    /// Returns the tickets on the list that have this number, mostly one.
    func tickets(of events: Set<EventID>?, limit: Int, in db: Database) throws -> [IssuedTicket] {
        let first = withUnsafeBytes(of: value.bigEndian) { Data($0) }
        let last = first + Data(repeating: 0xFF, count: 12)
        let sql = "SELECT id FROM ticket WHERE id BETWEEN ? AND ? AND NOT removed ORDER BY id LIMIT ?"
        return try Row.fetchAll(db, sql: sql, arguments: [first, last, limit])
            .compactMap { try IssuedTicket.withID($0.identifier("id"), in: db) }
            .filter { events?.contains($0.ticket.event) ?? true }
    }
}
