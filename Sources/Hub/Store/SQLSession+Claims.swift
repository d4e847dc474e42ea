// Granting claims.

import Admission
import HubProtocol
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
