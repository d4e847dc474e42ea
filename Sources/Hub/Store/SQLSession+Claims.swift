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
    /// Deletes the claims of a revoked box to tickets with which nobody has moved there, as far as the hub knows:
    /// nobody else could enter with these tickets.
    ///
    /// - Returns: The number of claims.
    func freeUnusedClaims(of box: BoxID) throws -> Int {
        let moved = try movedTickets(at: box)
        var freed = 0
        for row in try rows("SELECT ticket, zone, number FROM claim WHERE box = $1", [box.sql]) {
            let place = TicketInZone(ticket: try row.identifier(0), zone: try row.text(1))
            guard !moved.contains(place) else { continue }
            try run("DELETE FROM claim WHERE box = $1 AND number = $2", [box.sql, .integer(try row.integer(2))])
            freed += 1
        }
        return freed
    }

    private func movedTickets(at box: BoxID) throws -> Set<TicketInZone> {
        var moved: Set<TicketInZone> = []
        var last: Int64 = 0
        while true {
            let lines = try rows(
                "SELECT seq, body FROM record WHERE kind = 'scan' AND id = $1 AND seq > $2 ORDER BY seq LIMIT 1000",
                [box.sql, .integer(last)])
            guard let end = lines.last else { return moved }
            last = try end.integer(0)
            for line in lines {
                guard case .scan(let scan)? = try? SharedRecord(line: Data(try line.bytes(1))),
                    let ticket = scan.ticket, scan.slot != nil
                else { continue }
                moved.insert(TicketInZone(ticket: ticket, zone: scan.zone))
            }
        }
    }

    /// Returns whether the organiser has revoked a box.
    func isRevoked(_ box: BoxID) throws -> Bool {
        try row("SELECT 1 FROM box WHERE id = $1 AND revoked_ms > 0", [box.sql]) != nil
    }
}

private struct TicketInZone: Hashable {
    let ticket: TicketID
    let zone: String
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
