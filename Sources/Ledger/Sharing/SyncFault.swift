// What others have sent that has no effect here.

import GRDB
import TicketSigning

/// Records of one kind of fault that others have sent: they were left out, or are kept without effect. Only a
/// membership that begins in the future has its effect all the same, but does not let a box into a hub.
public struct SyncFault: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the records.
    public enum Kind: String, CaseIterable, Sendable {
        /// No ledger of this version writes or holds them; by the kind of record.
        case unfit
        /// Lines that follow from no line of their box that this ledger has; by box.
        case brokenChain = "broken-chain"
        /// Lines and versions that the box which they name did not sign; by box.
        case badSignature = "bad-signature"
        /// Memberships that the root which they name did not sign; by box.
        case forgedMembership = "forged-membership"
        /// Memberships of another organiser; by the code of its root.
        case otherOrganiser = "other-organiser"
        /// Memberships that a later one has replaced, of boxes that it revokes; by box.
        case oldMembership = "old-membership"
        /// Memberships that begin in the future by this machine's clock; by box.
        case earlyMembership = "early-membership"
        /// Keys of events that root did not sign; by key.
        case forgedKey = "forged-key"
        /// Keys of events whose epoch another key of the organiser has as well; by key.
        case rivalKey = "rival-key"
        /// Grants that root did not sign; by grant.
        case forgedGrant = "forged-grant"
        /// Records of boxes that are not members; by box.
        case notMember = "not-a-member"
        /// Records of boxes that were revoked; by box.
        case revoked
        /// Records that the role, the staff actions or the tiers of their box do not allow; by box.
        case notPermitted = "not-permitted"
        /// Records of events that their box takes no part in; by box.
        case otherEvent = "other-event"
        /// Records that boxes have sent to this hub, which refused them; by the box that sent them.
        case refusedUpload = "refused-upload"
    }

    /// What is wrong.
    public let kind: Kind
    /// How many records, by what ``Kind-swift.enum`` says.
    public let counts: [String: Int]
    /// When the last of them arrived, by this machine's wall clock; `nil` for those of a sync that has just ended.
    public let last: Timestamp?

    /// One sentence for people, with what to do.
    public var description: String {
        let (listed, named) = (list { "\($1) of \($0)" }, list { name, _ in name })
        return switch kind {
        case .unfit:
            "This ledger cannot store some records, so they were skipped (\(list { "\($1) \($0)" })); if some of your "
                + "boxes run a newer doorcheck, update this one."
        case .brokenChain:
            "Some records do not follow from those before them, so they were skipped (\(listed)); sync again with a "
                + "ledger that has all records of the box."
        case .badSignature:
            "Some records are not signed by the box that they name, so they were skipped (\(listed)); whoever sent "
                + "them may have forged them."
        case .forgedMembership:
            "Some memberships are not signed by the organiser that they name, so they were skipped (of \(named)); "
                + "whoever sent them may have forged them."
        case .otherOrganiser:
            "Some memberships are of another organiser, so they were skipped (code \(named)); this box takes part in "
                + "one organiser's events only."
        case .oldMembership:
            "Some memberships are from before their box was revoked, so they have no effect (of \(named)); whoever "
                + "sent them has not heard of it, or wants to undo it."
        case .earlyMembership:
            "Some memberships begin in the future, by this machine's clock (of \(named)); check the clock here and "
                + "where the master key is."
        case .forgedKey:
            "Some keys of events are not signed by this box's organiser, so they were skipped (key \(named)); whoever "
                + "sent them may have forged them."
        case .rivalKey:
            "Some keys of events do not count, because another key was made in their place, as after a restore (key "
                + "\(named)); write the codes of the newest tickets again with `doorcheck ticket codes`."
        case .forgedGrant:
            "Some grants to partners are not signed by this box's organiser, so they were skipped (grant \(named)); "
                + "whoever sent them may have forged them."
        case .notMember:
            "Some boxes are not members of this organiser, so what they record has no effect (\(named)); make them "
                + "members with `doorcheck box admit` where the master key is."
        case .revoked:
            "Some boxes were revoked, so what they have recorded since has no effect (\(named)); if one is in use, "
                + "give it a new identity with `doorcheck sync id --new` there."
        case .notPermitted:
            "Some boxes recorded what their role does not allow, so it has no effect (\(listed)); see "
                + "`doorcheck box list`."
        case .otherEvent:
            "Some boxes recorded something at events that they do not take part in, so it has no effect (\(listed)); "
                + "see `doorcheck box list`."
        case .refusedUpload:
            "The hub refused records that some boxes sent (\(named)); if you do not know why, such a box may be "
                + "stolen: see `doorcheck box revoke`."
        }
    }

    private func list(_ text: (String, Int) -> String) -> String {
        let texts = counts.sorted { $0.key < $1.key }.prefix(3).map { text($0.key, $0.value) }
        return texts.joined(separator: ", ") + (counts.count > 3 ? " …" : "")
    }
}

extension Ledger {
    /// Returns what others have sent lately that has no effect.
    ///
    /// - Parameter instant: Faults whose last record arrived before this are left out.
    /// - Returns: A fault for each kind, in the order of ``SyncFault/Kind-swift.enum``; boxes by their names.
    /// - Throws: ``LedgerError``.
    public func syncFaults(since instant: Timestamp) async throws -> [SyncFault] {
        try await read { db in
            let names = try Row.fetchAll(db, sql: "SELECT id, name FROM named_box").map { row in
                ("box \(try row.identifier("id") as BoxID)", "box '\(row["name"] as String)'")
            }
            let nameOf = Dictionary(names) { first, _ in first }
            let sql = "SELECT * FROM sync_fault WHERE last_ms >= ?"
            let rows = try Row.fetchAll(db, sql: sql, arguments: [instant.milliseconds])
            return SyncFault.Kind.allCases.compactMap { kind in
                let found = rows.filter { $0["kind"] == kind.rawValue }
                guard let last = found.map({ $0["last_ms"] as Int64 }).max() else { return nil }
                let counts = found.map { row in (nameOf[row["subject"]] ?? row["subject"], row["count"] as Int) }
                return SyncFault(
                    kind: kind, counts: Dictionary(counts, uniquingKeysWith: +), last: Timestamp(milliseconds: last))
            }
        }
    }

    /// Returns how many records others have ever sent that have no effect, by what is wrong with them.
    ///
    /// - Returns: A number for each kind; 0 for those that never came.
    /// - Throws: ``LedgerError``.
    public func syncFaultCounts() async throws -> [SyncFault.Kind: Int] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT kind, sum(count) AS count FROM sync_fault GROUP BY kind")
            let found = rows.map { ($0["kind"] as String, $0["count"] as Int) }
            return Dictionary(
                uniqueKeysWithValues: SyncFault.Kind.allCases.map { kind in
                    (kind, found.first { $0.0 == kind.rawValue }?.1 ?? 0)
                })
        }
    }
}

extension Timestamp {
    /// Returns the moment some days before.
    ///
    /// - Parameter days: How many.
    /// - Returns: 0 at the earliest.
    package func before(days: Int64) -> Timestamp {
        Timestamp(milliseconds: max(0, milliseconds - days * 86_400_000))
    }
}
