// Granting claims.

import TicketSigning

extension SQLSession {
    /// Grants a claim to the first box that asks for it.
    ///
    /// A second statement reads the holder: the one that found the claim taken does not see by whom
    /// (postgresql.org/docs/15/transaction-iso.html#XACT-READ-COMMITTED).
    func claim(_ question: ClaimQuestion, by box: BoxID) throws -> HubReply {
        try run(
            """
            INSERT INTO claim (ticket, zone, ordinal, box, number, event, gate, kind, at_ms)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
            """,
            [
                question.ticket.sql, .text(question.zone), .integer(question.sequenceNumber), box.sql,
                .integer(question.number), question.event.sql, .text(question.gate), .text(question.kind.rawValue),
                .integer(question.at),
            ]
        )
        let standing = try rows(
            """
            SELECT claim.ordinal, claim.kind, claim.box, coalesce(box.name, ''), claim.gate, claim.at_ms, claim.number
            FROM claim LEFT JOIN box ON box.id = claim.box
            WHERE claim.ticket = $1 AND claim.zone = $2 ORDER BY claim.ordinal
            """,
            [question.ticket.sql, .text(question.zone)]
        )
        let claims = try standing.map(Claim.init)
        guard let asked = claims.first(where: { $0.sequenceNumber == question.sequenceNumber }) else {
            return .failed(.numberReused(number: question.number))
        }
        let isWon = asked.box == box && asked.number == question.number
        return .claimed(ClaimAnswer(isWon: isWon, standing: isWon ? claims.filter { $0 != asked } : claims))
    }
}

extension Claim {
    fileprivate init(_ row: SQLRow) throws {
        guard let kind = ClaimKind(rawValue: try row.text(1)) else { throw HubError.damaged(column: 1) }
        self.init(
            sequenceNumber: try row.integer(0),
            kind: kind,
            box: try row.identifier(2),
            number: try row.integer(6),
            boxName: try row.text(3),
            gate: try row.text(4),
            at: try row.integer(5)
        )
    }
}
