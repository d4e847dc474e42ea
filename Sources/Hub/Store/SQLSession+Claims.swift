// Granting claims.

import Admission
import FoundationEssentials
import HubProtocol
import Ledger
import TicketSigning

extension SQLSession {
    /// Grants a claim to the first box that asks for it.
    ///
    /// A second statement reads the holder: the one that found the claim taken does not see by whom
    /// (postgresql.org/docs/15/transaction-iso.html#XACT-READ-COMMITTED).
    func claim(
        _ request: Wire.ClaimRequest,
        by box: BoxID,
        under quota: BoxQuota,
        at place: CommitPlace
    ) throws -> HubReply {
        let new = try row(
            """
            INSERT INTO claim (ticket, zone, ordinal, box, number, event, gate, kind, at_ms, hlc)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING number
            """,
            [
                request.ticket.sql, .text(request.zone), .integer(request.ordinal), box.sql,
                .integer(request.number), request.event.sql, .text(request.gate), .text(request.kind.rawValue),
                .integer(request.at), .integer(request.hlc),
            ]
        )
        if new != nil, try !countClaim(request.number, by: box, under: quota, at: place) {
            try deleteClaims([request.number], of: box)
            return .failed(try overQuota(.unusedClaims, box, quota))
        }
        let claims = try claims(of: request.ticket, in: request.zone)
        guard let asked = claims.first(where: { $0.ordinal == request.ordinal }) else {
            return .failed(.numberReused(number: request.number))
        }
        let isWon = asked.box == box && asked.number == request.number
        return .claimed(Wire.ClaimAnswer(won: isWon, claims: isWon ? claims.filter { $0 != asked } : claims))
    }

    /// Returns all claims to a ticket in a zone, in order.
    func claims(of ticket: TicketID, in zone: String) throws -> [Wire.ClaimAnswer.GrantedClaim] {
        let granted = try rows(
            """
            SELECT claim.ordinal, claim.kind, claim.box, coalesce(box.name, ''), claim.gate, claim.at_ms, claim.number,
                claim.hlc
            FROM claim LEFT JOIN box ON box.id = claim.box
            WHERE claim.ticket = $1 AND claim.zone = $2 ORDER BY claim.ordinal
            """,
            [ticket.sql, .text(zone)]
        )
        return try granted.map(Wire.ClaimAnswer.GrantedClaim.init)
    }
}

extension SQLSession {
    /// Returns the claims of a revoked box for which the hub has no scan: nobody else could enter with these tickets.
    ///
    /// A box does one thing with a ticket at one instant, which its claim and its scan have in common. The scan names
    /// the ticket that was shown, the claim the first of those that it replaces.
    ///
    /// - Returns: The numbers of the claims.
    func unusedClaims(of box: BoxID) throws -> [Int64] {
        let claims = try rows("SELECT ticket, zone, at_ms, number FROM claim WHERE box = $1", [box.sql])
        let used = Set(try numbers(of: claims, usedBy: try movements(at: box)))
        return try claims.map { try $0.integer(3) }.filter { !used.contains($0) }
    }

    /// Returns the numbers of the claims that scans have used.
    ///
    /// - Parameters:
    ///   - claims: The columns `ticket, zone, at_ms, number`.
    ///   - scans: The bodies of scans.
    /// - Returns: The numbers.
    /// - Throws: ``HubError``.
    func numbers(of claims: [SQLRow], usedBy scans: [[UInt8]]) throws -> [Int64] {
        var shown: Movements = [:]
        for body in scans { shown.add(body) }
        return try numbers(of: claims, usedBy: shown)
    }

    private func numbers(of claims: [SQLRow], usedBy shown: Movements) throws -> [Int64] {
        var chains: [TicketID: Set<TicketID>] = [:]
        return try claims.compactMap { row in
            let ticket: TicketID = try row.identifier(0)
            let instant = MovementInstant(zone: try row.text(1), at: try row.integer(2))
            let isUsed = try shown[instant, default: []].contains { other in
                if other == ticket { return true }
                let chain = try chains[other] ?? replaced(by: other)
                chains[other] = chain
                return chain.contains(ticket)
            }
            return isUsed ? try row.integer(3) : nil
        }
    }

    private func movements(at box: BoxID) throws -> Movements {
        var movements: Movements = [:]
        var last: (seq: Int64, chain: [UInt8]) = (0, [])
        while true {
            let lines = try rows(
                """
                SELECT seq, body, chain FROM record WHERE kind = 'scan' AND id = $1 AND (seq, chain) > ($2, $3)
                ORDER BY seq, chain LIMIT 1000
                """,
                [box.sql, .integer(last.seq), .bytes(last.chain)])
            guard let end = lines.last else { return movements }
            last = (try end.integer(0), try end.bytes(2))
            for line in lines { movements.add(try line.bytes(1)) }
        }
    }

    /// Returns the tickets that a ticket replaces, directly or through others.
    private func replaced(by ticket: TicketID) throws -> Set<TicketID> {
        var (chain, next): (Set<TicketID>, TicketID?) = ([], ticket)
        while let id = next, chain.insert(id).inserted {
            next = try self.ticket(replacedBy: id)
        }
        return chain
    }

    func deleteClaims(_ numbers: [Int64], of box: BoxID) throws {
        try run("DELETE FROM claim WHERE box = $1 AND number = $2", each: numbers.map { [box.sql, .integer($0)] })
    }

    /// Returns the boxes that the organiser has revoked.
    func revokedBoxes() throws -> Set<BoxID> {
        Set(try rows("SELECT id FROM box WHERE revoked_ms > 0", []).map { try $0.identifier(0) })
    }
}

private struct MovementInstant: Hashable {
    let zone: String
    let at: Int64
}

private typealias Movements = [MovementInstant: Set<TicketID>]

extension Movements {
    /// Adds the movement that a scan's body records, if it records one.
    fileprivate mutating func add(_ body: [UInt8]) {
        guard case .scan(let scan)? = try? SignedRecord(line: Data(body)).record, scan.slot != nil,
            let ticket = scan.ticket
        else { return }
        self[MovementInstant(zone: scan.zone, at: scan.at), default: []].insert(ticket)
    }
}

extension Wire.ClaimAnswer.GrantedClaim {
    fileprivate init(_ row: SQLRow) throws {
        guard let kind = Claim.Kind(rawValue: try row.text(1)) else { throw HubError.damaged(column: 1) }
        self.init(
            ordinal: try row.integer(0),
            kind: kind,
            box: try row.identifier(2),
            number: try row.integer(6),
            name: try row.text(3),
            gate: try row.text(4),
            at: try row.integer(5),
            hlc: try row.integer(7)
        )
    }
}
