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
    func claim(_ request: Wire.ClaimRequest, by box: BoxID) throws -> HubReply {
        try run(
            """
            INSERT INTO claim (ticket, zone, ordinal, box, number, event, gate, kind, at_ms)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
            """,
            [
                request.ticket.sql, .text(request.zone), .integer(request.ordinal), box.sql,
                .integer(request.number), request.event.sql, .text(request.gate), .text(request.kind.rawValue),
                .integer(request.at),
            ]
        )
        let granted = try rows(
            """
            SELECT claim.ordinal, claim.kind, claim.box, coalesce(box.name, ''), claim.gate, claim.at_ms, claim.number
            FROM claim LEFT JOIN box ON box.id = claim.box
            WHERE claim.ticket = $1 AND claim.zone = $2 ORDER BY claim.ordinal
            """,
            [request.ticket.sql, .text(request.zone)]
        )
        let claims = try granted.map(Wire.ClaimAnswer.GrantedClaim.init)
        guard let asked = claims.first(where: { $0.ordinal == request.ordinal }) else {
            return .failed(.numberReused(number: request.number))
        }
        let isWon = asked.box == box && asked.number == request.number
        return .claimed(Wire.ClaimAnswer(won: isWon, claims: isWon ? claims.filter { $0 != asked } : claims))
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
        let shown = try movements(at: box)
        var chains: [TicketID: Set<TicketID>] = [:]
        return try rows("SELECT ticket, zone, at_ms, number FROM claim WHERE box = $1", [box.sql]).compactMap { row in
            let ticket: TicketID = try row.identifier(0)
            let instant = MovementInstant(zone: try row.text(1), at: try row.integer(2))
            let isUsed = try shown[instant, default: []].contains { other in
                if other == ticket { return true }
                let chain = try chains[other] ?? replaced(by: other)
                chains[other] = chain
                return chain.contains(ticket)
            }
            return isUsed ? nil : try row.integer(3)
        }
    }

    private func movements(at box: BoxID) throws -> [MovementInstant: Set<TicketID>] {
        var movements: [MovementInstant: Set<TicketID>] = [:]
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
            for line in lines {
                guard case .scan(let scan)? = try? SharedRecord(line: Data(try line.bytes(1))), scan.slot != nil,
                    let ticket = scan.ticket
                else { continue }
                movements[MovementInstant(zone: scan.zone, at: scan.at), default: []].insert(ticket)
            }
        }
    }

    /// Returns the tickets that a ticket replaces, directly or through others.
    private func replaced(by ticket: TicketID) throws -> Set<TicketID> {
        var (chain, next): (Set<TicketID>, TicketID?) = ([], ticket)
        while let id = next, chain.insert(id).inserted {
            let row = try row("SELECT body FROM record WHERE kind = 'ticket' AND id = $1 AND seq = 0", [id.sql])
            guard let row, case .ticket(let listed)? = try? SharedRecord(line: Data(try row.bytes(0))) else { break }
            next = listed.replaces
        }
        return chain
    }

    func deleteClaims(_ numbers: [Int64], of box: BoxID) throws {
        let places = (2..<numbers.count + 2).map { "$\($0)" }.joined(separator: ", ")
        try run(
            "DELETE FROM claim WHERE box = $1 AND number IN (\(places))", [box.sql] + numbers.map { .integer($0) })
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
            at: try row.integer(5)
        )
    }
}
