// Boxes of which something has no effect.

import GRDB
public import TicketSigning

/// A box of which something has no effect, or whatever it may record has none.
public struct UnheardBox: Hashable, Sendable, CustomStringConvertible {
    /// The box.
    public let id: BoxID
    /// The box's name for people.
    public let name: String
    /// Whether it is the box that owns this ledger.
    public let isOwn: Bool
    /// Whether it belongs to the organiser.
    public let standing: BoxRecord.Standing
    /// The number of its scans and changes that have no effect.
    public let lines: Int

    /// One sentence, with what to do.
    public var description: String {
        let howTo =
            "make it one where the master key is, with `doorcheck box admit` and the digits of `doorcheck sync id`"
        return switch (standing, isOwn) {
        case (.stranger, true):
            "This box is not a member, so other boxes ignore what it records; \(howTo) here."
        case (.revoked, true):
            "The organiser has revoked this box, so nothing that it records has an effect; it can go on as a new one "
                + "with `doorcheck sync id --new`."
        case (.stranger, false):
            "Box '\(name)' is not a member, so what it records has no effect (\(lines) so far); if it is yours, "
                + "\(howTo) there."
        case (.revoked, false):
            "The organiser has revoked box '\(name)'; records without effect: \(lines)."
        case (.member, _):
            "Box '\(name)' recorded what its membership does not allow; records without effect: \(lines)."
        }
    }
}

extension UnheardBox {
    /// Returns a sentence for each of some boxes, this one first, and one for the rest: anybody can invent boxes.
    ///
    /// - Parameter boxes: The boxes.
    /// - Returns: At most 21 sentences.
    package static func sentences(of boxes: [UnheardBox]) -> [String] {
        let named = (boxes.filter(\.isOwn) + boxes.filter { !$0.isOwn }).prefix(20)
        let rest = boxes.count - named.count
        return named.map(\.description)
            + (rest > 0 ? ["What \(rest) more box\(rest == 1 ? "" : "es") recorded has no effect either."] : [])
    }
}

extension Ledger {
    /// Returns this box if whatever it records has no effect.
    ///
    /// - Returns: The box without a count of its lines; `nil` for a member, and in a ledger without an organiser.
    /// - Throws: ``LedgerError``.
    public func unheardOwner() async throws -> UnheardBox? {
        try await read { db in
            guard try Root.pinned(in: db) != nil else { return nil }
            let own = try Box.owner(in: db)
            let terms = try SignedMembership.ofBox(own.id, in: db)?.membership.terms
            let standing = BoxRecord.Standing(revoked: terms.map { $0.revoked != nil })
            guard standing != .member else { return nil }
            return UnheardBox(id: own.id, name: own.name, isOwn: true, standing: standing, lines: 0)
        }
    }

    /// Returns the boxes that are not members, those of which something has no effect, and this one if it was revoked.
    ///
    /// - Returns: The boxes, by name; none in a ledger that belongs to no organiser.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Reads every scan.
    public func unheardBoxes() async throws -> [UnheardBox] {
        try await read { db in
            guard try Root.pinned(in: db) != nil else { return [] }
            // A member's change to a ticket that has not arrived may have an effect once it has.
            let sql = """
                SELECT box.id, box.name, own IS NOT NULL AS own, member.revoked,
                    (SELECT count(*) FROM scan WHERE scan.box = box.id AND NOT counts)
                        + (SELECT count(*) FROM ticket_change AS change WHERE change.box = box.id AND NOT counts
                            AND (member.revoked IS NOT 0 OR change.ticket IN (SELECT id FROM ticket))) AS lines
                FROM named_box AS box LEFT JOIN member ON member.box = box.id ORDER BY box.name, box.id
                """
            return try Row.fetchAll(db, sql: sql).compactMap { row in
                let standing = BoxRecord.Standing(revoked: row["revoked"])
                let (isOwn, lines): (Bool, Int) = (row["own"], row["lines"])
                guard lines > 0 || standing == .stranger || isOwn && standing == .revoked else { return nil }
                return UnheardBox(
                    id: try row.identifier("id"), name: row["name"], isOwn: isOwn, standing: standing, lines: lines)
            }
        }
    }
}

extension BoxRecord.Standing {
    /// - Parameter revoked: Whether the box was revoked; `nil` for a box that is not a member.
    init(revoked: Bool?) {
        self = revoked.map { $0 ? .revoked : .member } ?? .stranger
    }
}
