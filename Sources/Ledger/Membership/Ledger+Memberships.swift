// The organiser that a ledger belongs to, and the members.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A box that has recorded something, or is a member.
public struct KnownBox: Hashable, Sendable {
    /// The box.
    public let id: BoxID
    /// The name that it gives itself.
    public let name: String
    /// Its public key, 32 bytes.
    public let key: [UInt8]
    /// Its membership, if it has one.
    public let membership: Membership?
}

/// A membership with root's signature.
public struct SignedMembership: Hashable, Sendable {
    /// The membership.
    public let membership: Membership
    /// Root's signature of its terms.
    public let signature: RecordBytes

    /// - Parameters:
    ///   - membership: The membership.
    ///   - signature: Root's signature of its terms.
    public init(_ membership: Membership, signature: RecordBytes) {
        self.membership = membership
        self.signature = signature
    }

    /// Whether the root that it names signed it.
    public var isAuthentic: Bool { membership.isSigned(signature) }
}

/// Which boxes are members.
public struct MemberList: Sendable {
    /// The organiser's root.
    public let root: Root
    /// The revision of the lists at which it was read.
    let revision: Int64
    /// The valid membership of each box, which may have been revoked.
    public let memberships: [BoxID: Membership]
    /// The joining codes by which nobody is a member any more.
    public let endedCodes: Set<BoxID>
}

extension Ledger {
    /// Returns the root that this ledger accepts memberships of.
    ///
    /// - Returns: The root; `nil` before an organiser's machine or a joining code has named one.
    /// - Throws: ``LedgerError``.
    public func root() async throws -> Root? {
        try await read { db in try Root.pinned(in: db) }
    }

    /// Accepts memberships of a root from now on, and of no other one ever.
    ///
    /// - Parameter root: 32 bytes of Ed25519.
    /// - Throws: ``LedgerError/refused(_:)`` if the ledger belongs to another one; other ``LedgerError``.
    public func pin(_ root: Root) async throws {
        guard root.bytes.count == Ed25519.keyByteCount else {
            throw LedgerError.refused("An organiser's key has 32 bytes.")
        }
        try await write { db in
            if let held = try Root.pinned(in: db) {
                guard held != root else { return }
                throw LedgerError.refused(
                    "This ledger belongs to the organiser with the code \(held.rootCode), and what was given is of the "
                        + "one with the code \(root.rootCode). To use this box for another organiser, begin with a new "
                        + "ledger and a new key folder.")
            }
            try db.execute(sql: "UPDATE sync_state SET root = ?", arguments: [Data(root.bytes)])
            // What others have sent before is sent again: their memberships were passed over.
            try Awaited.readAgain(in: db)
            for box in try BoxID.all(in: db) { try LineCounting(of: box, in: db).apply() }
        }
    }

    /// Returns the members, by name.
    ///
    /// - Returns: Of each box the valid membership.
    /// - Throws: ``LedgerError``.
    public func memberships() async throws -> [Membership] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM member ORDER BY name, box").map {
                try SignedMembership($0).membership
            }
        }
    }

    /// Returns the valid membership of a box.
    ///
    /// - Parameter box: The box; `nil` for this one.
    /// - Returns: The membership, which may have been revoked; `nil` if the box is not a member.
    /// - Throws: ``LedgerError``.
    public func membership(of box: BoxID? = nil) async throws -> SignedMembership? {
        try await read { db in try SignedMembership.ofBox(box ?? Box.owner(in: db).id, in: db) }
    }

    /// Returns whether a joining code has ended, or another box has used it.
    ///
    /// - Parameters:
    ///   - code: The code, as the identifier that follows from its key.
    ///   - box: The box that says it has used it.
    /// - Returns: Whether the box is not the only one that may be a member by it.
    /// - Throws: ``LedgerError``.
    public func isSpent(_ code: BoxID, for box: BoxID) async throws -> Bool {
        try await read { db in
            if try SignedMembership.isEnded(code, in: db) { return true }
            let sql = "SELECT 1 FROM membership WHERE code = ? AND box <> ?"
            return try Int.fetchOne(db, sql: sql, arguments: [code.blob, box.blob]) != nil
        }
    }

    /// Returns what root says of each box that it has ever signed for.
    ///
    /// - Parameter known: What this method returned before.
    /// - Returns: The same if nothing has changed; `nil` in a ledger without a root, where nobody is a member.
    /// - Throws: ``LedgerError``.
    public func memberList(knowing known: MemberList? = nil) async throws -> MemberList? {
        try await read { db in
            guard let root = try Root.pinned(in: db) else { return nil }
            let sql = """
                SELECT max(
                    coalesce((SELECT max(rev) FROM membership), 0), coalesce((SELECT max(rev) FROM ended_code), 0))
                """
            let revision = try Int64.fetchOne(db, sql: sql) ?? 0
            if let known, known.root == root, known.revision == revision { return known }
            let members = try Row.fetchAll(db, sql: "SELECT * FROM member").map { try SignedMembership($0).membership }
            let codes = try Row.fetchAll(db, sql: "SELECT code FROM ended_code").map {
                try $0.identifier("code") as BoxID
            }
            return MemberList(
                root: root, revision: revision,
                memberships: Dictionary(members.map { ($0.box, $0) }) { first, _ in first }, endedCodes: Set(codes))
        }
    }

    /// Returns the boxes of this ledger, members or not, by name.
    ///
    /// - Returns: The boxes, this one included.
    /// - Throws: ``LedgerError``.
    public func boxes() async throws -> [KnownBox] {
        try await read { db in
            let members = try Dictionary(
                Row.fetchAll(db, sql: "SELECT * FROM member").map { row in
                    let membership = try SignedMembership(row).membership
                    return (membership.box, membership)
                }
            ) { first, _ in first }
            return try Row.fetchAll(db, sql: "SELECT id, name, key FROM box ORDER BY name, id").map { row in
                let id: BoxID = try row.identifier("id")
                return KnownBox(id: id, name: row["name"], key: Array(row["key"] as Data), membership: members[id])
            }
        }
    }

    /// Adds a membership, or the end of a joining code; other boxes get it with their next sync.
    ///
    /// - Parameter signed: A membership of this ledger's root.
    /// - Returns: `false` if the ledger has it, or one that wins over it.
    /// - Throws: ``LedgerError/refused(_:)`` if it is not of this ledger's root; other ``LedgerError``.
    @discardableResult
    public func add(_ signed: SignedMembership) async throws -> Bool {
        let isAuthentic = signed.isAuthentic
        let isNews = try await write { db in
            guard isAuthentic, try Root.pinned(in: db) == signed.membership.terms.root else {
                throw LedgerError.refused("This membership is not signed by the organiser of this ledger.")
            }
            return try signed.merge(in: db)
        }
        try await judgeLines()
        return isNews
    }

    /// Adds a membership that was shown by somebody who need not be in good standing, or notes what is wrong with it.
    ///
    /// - Parameters:
    ///   - signed: Any membership.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: `false` if it was left out: nothing follows from it, or the ledger has it, or one that wins over it.
    /// - Throws: ``LedgerError``.
    @discardableResult
    public func take(_ signed: SignedMembership, on instant: Timestamp) async throws -> Bool {
        let isAuthentic = signed.isAuthentic
        let isNews = try await write { db in
            guard let pinned = try Root.pinned(in: db) else { return false }
            var faults = SyncFaultCounts()
            var isNews = false
            if isAuthentic {
                isNews = try signed.merge(under: pinned, on: instant, reporting: &faults, in: db)
            } else {
                faults.add(.forgedMembership, of: signed.membership.box)
            }
            try faults.save(on: instant, in: db)
            return isNews
        }
        if isNews { try await judgeLines() }
        return isNews
    }

    /// Returns a serial for a membership, greater than all that this ledger has seen.
    ///
    /// - Parameter instant: The current time by this machine's wall clock.
    /// - Returns: Hybrid logical time.
    /// - Throws: ``LedgerError``.
    public func nextSerial(on instant: Timestamp) async throws -> Int64 {
        try await write { db in
            let last = try Int64.fetchOne(db, sql: "SELECT max(serial) FROM membership") ?? 0
            return max(try LogicalClock.next(on: instant, in: db), last + 1)
        }
    }
}

extension Root {
    static func pinned(in db: Database) throws -> Root? {
        try Data.fetchOne(db.cachedStatement(sql: "SELECT root FROM sync_state")).map { Root(Array($0)) }
    }
}

extension SignedMembership {
    /// Reads the valid membership of a box.
    ///
    /// - Returns: `nil` if the box is not a member.
    static func ofBox(_ box: BoxID, in db: Database) throws -> SignedMembership? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM member WHERE box = ?")
        return try Row.fetchOne(statement, arguments: [box.blob]).map { try SignedMembership($0) }
    }

    init(_ row: Row) throws {
        guard case .membership(let membership) = try SharedRecord(line: Data((row["record"] as String).utf8)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a membership is not one")
        }
        self.init(membership, signature: RecordBytes(Array(row["signature"] as Data)))
    }

    /// Replaces an earlier membership of the box and of its kind with this one, whose signatures were verified; one
    /// that ends a joining code ends all memberships by it.
    ///
    /// - Returns: `false` if the existing one wins, or if the joining code has ended.
    func merge(in db: Database) throws -> Bool {
        if membership.endsCode { return try endCode(in: db) }
        if let code = membership.code, try Self.isEnded(code, in: db) { return false }
        let find = try db.cachedStatement(sql: "SELECT * FROM membership WHERE box = ? AND invited = ?")
        let isInvited = membership.code != nil
        let held = try Row.fetchOne(find, arguments: [membership.box.blob, isInvited]).map { try SignedMembership($0) }
        guard try held.map({ try wins(over: $0) }) ?? true else { return false }
        let before = try Authority(of: membership.box, in: db)
        _ = try SharedBox(id: membership.box, key: membership.key, name: membership.terms.name).merge(in: db)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO membership (box, invited, code, name, revoked, serial, record, signature, rev)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                ON CONFLICT DO UPDATE SET
                    code = ?3, name = ?4, revoked = ?5, serial = ?6, record = ?7, signature = ?8, rev = ?9
                """
        )
        try statement.execute(arguments: [
            membership.box.blob, isInvited, membership.code?.blob, membership.terms.name,
            membership.terms.revoked != nil, membership.terms.serial, try line, Data(signature.bytes),
            try ListRevision.next(in: db),
        ])
        try LineCounting.schedule(membership.box, in: db)
        if try Authority(of: membership.box, in: db).writesLists { try Awaited.end(for: membership.box, in: db) }
        try Self.bringBackWhatLost(to: membership.box, before, in: db)
        return true
    }

    /// Reads everything again that others have sent, if a box that has written versions here may do less from now on:
    /// what they replaced, before this ledger heard of it, wins over them, and nobody else would send it again.
    private static func bringBackWhatLost(to box: BoxID, _ before: Authority, in db: Database) throws {
        let now = try Authority(of: box, in: db)
        guard before.writesLists, now.revocation != nil || now.rights != before.rights else { return }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM ticket WHERE stamper = ?1)
                OR EXISTS (SELECT 1 FROM event WHERE stamper = ?1)
            """
        guard try Bool.fetchOne(db, sql: sql, arguments: [box.blob]) == true else { return }
        try Awaited.readAgain(in: db)
    }

    /// Merges the membership, which its root has signed, or notes what is wrong with it.
    ///
    /// - Parameters:
    ///   - pinned: The root of this ledger.
    ///   - instant: The current time by this machine's wall clock.
    ///   - faults: Where it is noted.
    ///   - db: A database in a write transaction.
    /// - Returns: `false` if it is of another root, or the ledger has it, or one that wins over it.
    /// - Throws: `DatabaseError`.
    func merge(
        under pinned: Root,
        on instant: Timestamp,
        reporting faults: inout SyncFaultCounts,
        in db: Database
    ) throws -> Bool {
        guard membership.terms.root == pinned else {
            faults.add(.otherOrganiser, of: membership.terms.root.rootCode)
            return false
        }
        let isNews = try merge(in: db)
        if isNews, membership.terms.start > instant.milliseconds + 60_000 {
            faults.add(.earlyMembership, of: membership.box)
        } else if !isNews, try liftsRevocation(in: db) {
            faults.add(.oldMembership, of: membership.box)
        }
        return isNews
    }

    /// Whether it would lift a revocation, had it not lost to a later membership. What the ledger has itself, and what
    /// came of a joining code that has ended, is sent again by others now and then.
    private func liftsRevocation(in db: Database) throws -> Bool {
        if let code = membership.code, try Self.isEnded(code, in: db) { return false }
        guard membership.terms.revoked == nil,
            try Self.ofBox(membership.box, in: db)?.membership.terms.revoked != nil
        else { return false }
        let held = try db.cachedStatement(sql: "SELECT 1 FROM membership WHERE box = ? AND record = ?")
        return try Int.fetchOne(held, arguments: [membership.box.blob, line]) == nil
    }

    /// The greater serial wins. Equal serials need two machines with the master key: all ledgers choose the same terms.
    private func wins(over held: SignedMembership) throws -> Bool {
        let (serial, other) = (membership.terms.serial, held.membership.terms.serial)
        guard serial == other else { return serial > other }
        return try held.membership.terms.message().lexicographicallyPrecedes(membership.terms.message())
    }

    private func endCode(in db: Database) throws -> Bool {
        let sql = "INSERT OR IGNORE INTO ended_code (code, record, signature, rev) VALUES (?, ?, ?, ?)"
        let code = membership.box
        let rev = try ListRevision.next(in: db)
        try db.execute(sql: sql, arguments: [code.blob, try line, Data(signature.bytes), rev])
        guard db.changesCount > 0 else { return false }
        let joined = try Row.fetchAll(
            db, sql: "SELECT box FROM membership WHERE code = ?", arguments: [code.blob]
        ).map { try $0.identifier("box") as BoxID }
        let before = try joined.map { try Authority(of: $0, in: db) }
        try db.execute(sql: "DELETE FROM membership WHERE code = ?", arguments: [code.blob])
        for (box, before) in zip(joined, before) {
            try LineCounting.schedule(box, in: db)
            try Self.bringBackWhatLost(to: box, before, in: db)
        }
        return true
    }

    fileprivate static func isEnded(_ code: BoxID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM ended_code WHERE code = ?")
        return try Int.fetchOne(statement, arguments: [code.blob]) != nil
    }

    private var line: String {
        get throws { String(decoding: try SharedRecord.membership(membership).line(), as: UTF8.self) }
    }
}
