// The enrolled boxes.

import FoundationEssentials
import HubProtocol
import Ledger
import Sync
import TicketSigning

extension HubStore {
    /// Returns all boxes, including revoked ones, by name.
    ///
    /// - Throws: ``HubError``.
    func boxes() async throws -> [EnrolledBox] {
        try await database.read { try $0.boxes() }
    }

    /// - Returns: The box; `nil` if none has this identifier.
    /// - Throws: ``HubError``.
    func box(_ id: BoxID) async throws -> EnrolledBox? {
        try await database.read { try $0.boxes("WHERE id = $1", [id.sql]).first }
    }

    /// Returns a box that sends a request, from memory if nothing about any box's rights has changed lately.
    ///
    /// - Returns: The box, whose last contact and numbers may be older, and its audiences; `nil` if none has this
    ///   identifier.
    /// - Throws: ``HubError``.
    func sender(_ id: BoxID) async throws -> BoxCache.Entry? {
        try await boxCache.entry(id) {
            try await database.read { session in
                guard let box = try session.boxes("WHERE id = $1", [id.sql]).first else { return nil }
                let audiences = try box.events.map { events in
                    Set(try session.audiences(of: events, reading: Set(RecordKind.allCases)))
                }
                return BoxCache.Entry(box: box, audiences: audiences)
            }
        }
    }

    /// Changes something about boxes' rights, so that all hubs hear of it.
    private func changeBoxes<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> Value
    ) async throws -> Value {
        defer { boxCache.forget() }
        return try await database.write { session in
            try session.lockBoxes()
            return try body(session)
        }
    }

    /// Stores a one-time code for a box to join with.
    ///
    /// - Parameters:
    ///   - invitation: The settings of the new box.
    ///   - code: The public half of the code's key; only its hash is stored.
    ///   - expiry: When the code expires, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Throws: ``HubError``.
    func invite(_ invitation: Invitation, code: [UInt8], expiry: Int64) async throws {
        let events = (invitation.events ?? []).map(\.description).sorted().joined(separator: " ")
        let membership = try invitation.membership.map { try JSONEncoder().encode($0) } ?? Data()
        try await database.write { session in
            try session.run(
                """
                INSERT INTO invitation (hash, name, carries, events, expires_ms, membership)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                [
                    .bytes(SHA256.hash(code)), .text(invitation.name), .integer(invitation.isRelay ? 1 : 0),
                    .text(events), .integer(expiry), .text(String(decoding: membership, as: UTF8.self)),
                ]
            )
        }
    }

    /// Returns whether ``enrol(_:publicKey:code:now:)`` can succeed. Strangers may call it, so it only reads.
    ///
    /// - Parameters:
    ///   - id: The box's identity.
    ///   - publicKey: The public key to enrol.
    ///   - code: The public half of the one-time code's key, whose other half the box has.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: Whether there is such a code, or the box is already enrolled with this key.
    /// - Throws: ``HubError``.
    func mayEnrol(_ id: BoxID, publicKey: BoxPublicKey, code: [UInt8], now: Int64) async throws -> Bool {
        try await database.read { session in
            let invitation = try session.row(
                "SELECT name FROM invitation WHERE hash = $1 AND expires_ms > $2",
                [.bytes(SHA256.hash(code)), .integer(now)]
            )
            return try invitation != nil || session.boxes("WHERE id = $1", [id.sql]).first?.publicKey == publicKey
        }
    }

    /// Enrols a box that has a one-time code, which is used up.
    ///
    /// Succeeds for a box that is already enrolled with this key: it may not have received the first answer.
    ///
    /// - Parameters:
    ///   - id: The box's identity.
    ///   - publicKey: The key that its requests are verified with from then on.
    ///   - code: The public half of the one-time code's key, whose other half the box has.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The enrolled box.
    /// - Throws: ``HubError/codeNotValid``, ``HubError/enrolledOtherwise(_:)``, ``HubError/nameTaken(_:)`` or another
    ///   ``HubError``.
    func enrol(_ id: BoxID, publicKey: BoxPublicKey, code: [UInt8], now: Int64) async throws -> EnrolledBox {
        try await changeBoxes { session in
            let used = try session.row(
                """
                DELETE FROM invitation WHERE hash = $1 AND expires_ms > $2
                RETURNING name, carries, events, membership
                """,
                [.bytes(SHA256.hash(code)), .integer(now)]
            )
            try session.run("DELETE FROM invitation WHERE expires_ms <= $1", [.integer(now)])
            let known = try session.boxes("WHERE id = $1", [id.sql]).first
            guard let used else {
                guard let known, known.revoked == nil, known.publicKey == publicKey else { throw HubError.codeNotValid }
                return known
            }
            if let known, known.revoked != nil || known.publicKey != publicKey {
                throw HubError.enrolledOtherwise(known.name)
            }
            let new = NewBox(
                publicKey: publicKey, name: try used.text(0), isRelay: try used.integer(1) == 1,
                events: try used.text(2).split(separator: " ").compactMap { EventID(String($0)) },
                membership: try used.text(3))
            return try session.replace(id, with: new, now: now)
        }
    }

    /// Returns the box of a membership, if it is enrolled, and throws if it cannot be.
    ///
    /// - Parameter membership: A valid membership of this hub's organiser.
    /// - Returns: The enrolled box; `nil` if there is none.
    /// - Throws: ``HubError/revoked`` if the box was revoked here; ``HubError/nameTaken(_:)`` or another ``HubError``.
    func box(by membership: Membership) async throws -> EnrolledBox? {
        try await database.read { session in
            if let known = try session.boxes("WHERE id = $1", [membership.box.sql]).first {
                guard known.revoked == nil else { throw HubError.revoked }
                return known
            }
            try session.requireFree(membership.terms.name, for: membership.box)
            return nil
        }
    }

    /// Enrols a box by its membership, as if it had used a code: it did so at this hub before the database that it was
    /// written to was lost.
    ///
    /// - Parameters:
    ///   - membership: A valid membership of this hub's organiser.
    ///   - publicKey: The key in the membership.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The enrolled box.
    /// - Throws: As ``box(by:)``.
    func enrol(_ membership: Membership, publicKey: BoxPublicKey, now: Int64) async throws -> EnrolledBox {
        let kept = String(decoding: try JSONEncoder().encode(membership), as: UTF8.self)
        let new = NewBox(
            publicKey: publicKey, name: membership.terms.name, isRelay: membership.role == .organiser,
            events: membership.terms.events ?? [], membership: kept)
        return try await changeBoxes { session in
            if let known = try session.boxes("WHERE id = $1", [membership.box.sql]).first {
                guard known.revoked == nil else { throw HubError.revoked }
                return known
            }
            return try session.replace(membership.box, with: new, now: now)
        }
    }

    /// Gives a box what its present membership permits.
    func set(_ rights: MemberRights, of box: BoxID) async throws {
        try await changeBoxes { session in
            try session.run(
                "UPDATE box SET carries = $1 WHERE id = $2", [.integer(rights.role == .organiser ? 1 : 0), box.sql])
            try session.set(Array(rights.events ?? []), of: box)
        }
    }

    /// Returns the refusal of a revoked box's request, with the memberships by which root has revoked it: the box may
    /// have no other way to hear of that.
    ///
    /// - Throws: ``HubError``.
    func refusal(ofRevoked box: BoxID) async throws -> ProblemResponse {
        var refusal = ProblemResponse(HubError.revoked)
        let memberships = try await database.read { try $0.memberships(of: [box]) }
        refusal.revocations = memberships.filter { $0.membership.terms.revoked != nil }.map {
            String(decoding: $0.line, as: UTF8.self)
        }
        return refusal
    }

    /// Returns the membership that a box got when it joined.
    ///
    /// - Returns: The membership; `nil` if its code was made without the master key.
    /// - Throws: ``HubError``.
    func membership(of box: BoxID) async throws -> InvitedMembership? {
        try await database.read { session in
            guard let row = try session.row("SELECT membership FROM box WHERE id = $1", [box.sql]) else { return nil }
            let text = try row.text(0)
            // Empty without one. A box that was enrolled by its membership has it already.
            return try? JSONDecoder().decode(InvitedMembership.self, from: Data(text.utf8))
        }
    }

    /// Returns the joining code with which a box has become a member, as the identifier that follows from its key.
    ///
    /// - Returns: The code; `nil` for none.
    /// - Throws: ``HubError``.
    func code(of box: BoxID) async throws -> BoxID? {
        try await database.read { session in
            let text = try session.row("SELECT membership FROM box WHERE id = $1", [box.sql])?.text(0) ?? ""
            let kept = try? JSONDecoder().decode(KeptMembership.self, from: Data(text.utf8))
            guard let terms = kept?.terms, terms.invites == true else { return nil }
            return BoxID(ofKey: terms.key.bytes)
        }
    }

    /// Enrols the hub's own ledger as a relay, which may upload all that it has from others.
    ///
    /// - Parameters:
    ///   - box: The ledger's own box.
    ///   - name: The name that people use for the box.
    ///   - publicKey: The machine's public key.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Throws: ``HubError``.
    func settle(_ box: BoxID, name: String, publicKey: BoxPublicKey, now: Int64) async throws {
        try await changeBoxes { session in
            try session.run(
                """
                INSERT INTO box (id, name, public_key, carries, enrolled_ms, revoked_ms, contact_ms, skew_ms, cursor,
                    scans, membership)
                VALUES ($1, $2, $3, 1, $4, 0, 0, 0, '', 0, '')
                ON CONFLICT (id) DO UPDATE SET carries = 1, public_key = excluded.public_key
                """,
                [box.sql, .text(name), .bytes(publicKey.bytes), .integer(now)]
            )
        }
    }

    /// Revokes a box: its requests are rejected, no more lines of its logs are accepted, and its unused claims are
    /// free.
    ///
    /// - Parameters:
    ///   - id: The box's identity.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The number of claims that were freed.
    /// - Throws: ``HubError``.
    @discardableResult
    func revoke(_ id: BoxID, now: Int64) async throws -> Int {
        try await changeBoxes { session in
            // A request of the box that is being done at this moment is done first, and later ones find it revoked.
            try session.run(
                "UPDATE box SET revoked_ms = $1 WHERE id = $2 AND revoked_ms = 0", [.integer(now), id.sql]
            )
            try session.run("DELETE FROM open_claim WHERE box = $1", [id.sql])
        }
        // From now on the box has no new scans or claims, so gates need not wait while they are compared.
        let unused = try await database.read { try $0.unusedClaims(of: id) }
        for start in stride(from: 0, to: unused.count, by: 200) {
            let piece = unused[start..<min(start + 200, unused.count)]
            try await database.write { try $0.deleteClaims(Array(piece), of: id) }
        }
        return unused.count
    }

    /// Lets a revoked box in again, unless another one has its name by now.
    ///
    /// - Returns: Whether it is let in.
    func reinstate(_ id: BoxID) async throws -> Bool {
        try await changeBoxes { session in
            return try session.row(
                """
                UPDATE box SET revoked_ms = 0 WHERE id = $1 AND revoked_ms > 0 AND NOT EXISTS (
                    SELECT 1 FROM box AS other
                    WHERE lower(other.name) = lower(box.name) AND other.id <> box.id AND other.revoked_ms = 0
                ) RETURNING id
                """, [id.sql]) != nil
        }
    }
}

/// What the hub keeps of a membership, as far as it is read again.
struct KeptMembership: Decodable {
    struct Terms: Decodable {
        let root: Root
        let key: RecordBytes
        let invites: Bool?
    }

    let terms: Terms
}

/// What the hub keeps of a box that joins.
private struct NewBox {
    let publicKey: BoxPublicKey
    let name: String
    let isRelay: Bool
    /// The events that it may see; empty for all.
    let events: [EventID]
    /// Its membership as JSON; empty for none.
    let membership: String
}

extension SQLSession {
    /// Throws if another box has a name: everyone who reads it would take one for the other.
    fileprivate func requireFree(_ name: String, for id: BoxID) throws {
        let sql = "SELECT 1 FROM box WHERE lower(name) = lower($1) AND id <> $2 AND revoked_ms = 0"
        guard try row(sql, [.text(name), id.sql]) == nil else { throw HubError.nameTaken(name) }
    }

    /// Stores the events that a box may see; none for all.
    fileprivate func set(_ events: [EventID], of box: BoxID) throws {
        try run("DELETE FROM box_event WHERE box = $1", [box.sql])
        for event in events {
            try run("INSERT INTO box_event (box, event) VALUES ($1, $2)", [box.sql, event.sql])
        }
    }

    /// Stores a box that joins, instead of what is stored of it.
    fileprivate func replace(_ id: BoxID, with new: NewBox, now: Int64) throws -> EnrolledBox {
        try requireFree(new.name, for: id)
        try run("DELETE FROM box WHERE id = $1", [id.sql])
        try run(
            """
            INSERT INTO box (id, name, public_key, carries, enrolled_ms, revoked_ms, contact_ms, skew_ms,
                cursor, scans, membership)
            VALUES ($1, $2, $3, $4, $5, 0, $6, 0, '', 0, $7)
            """,
            [
                id.sql, .text(new.name), .bytes(new.publicKey.bytes), .integer(new.isRelay ? 1 : 0),
                .integer(now), .integer(now), .text(new.membership),
            ]
        )
        try set(new.events, of: id)
        guard let box = try boxes("WHERE id = $1", [id.sql]).first else { throw HubError.damaged(column: 0) }
        return box
    }

    fileprivate func boxes(_ condition: String = "", _ arguments: [SQLValue] = []) throws -> [EnrolledBox] {
        var events: [BoxID: Set<EventID>] = [:]
        let sql = "SELECT box, event FROM box_event WHERE box IN (SELECT id FROM box \(condition))"
        for row in try rows(sql, arguments) {
            events[try row.identifier(0), default: []].insert(try row.identifier(1))
        }
        let rows = try rows(
            """
            SELECT id, name, public_key, carries, enrolled_ms, revoked_ms, contact_ms, skew_ms, cursor, scans, gate,
                version
            FROM box \(condition) ORDER BY name, id
            """,
            arguments
        )
        return try rows.map { row in
            let id: BoxID = try row.identifier(0)
            guard let key = BoxPublicKey(bytes: try row.bytes(2)) else { throw HubError.damaged(column: 2) }
            let (revoked, contact) = (try row.integer(5), try row.integer(6))
            return EnrolledBox(
                id: id,
                name: try row.text(1),
                publicKey: key,
                isRelay: try row.integer(3) == 1,
                events: events[id],
                enrolled: try row.integer(4),
                revoked: revoked == 0 ? nil : revoked,
                contact: contact == 0 ? nil : contact,
                skew: try row.integer(7),
                cursor: try row.text(8),
                scans: try row.integer(9),
                report: BoxStatement(gate: try row.said(10), version: try row.said(11))
            )
        }
    }
}

extension SQLRow {
    /// Returns a text; `nil` for an empty one.
    fileprivate func said(_ column: Int) throws -> String? {
        let text = try text(column)
        return text.isEmpty ? nil : text
    }
}
