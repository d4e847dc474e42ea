// The look-ups behind a ticket's history.

import GRDB
import TicketSigning

extension TicketHistory {
    init(of ticket: Ticket, in db: Database) throws {
        let listed = try IssuedTicket.withID(ticket.id, in: db)
        self.init(
            listed: listed,
            event: try Event.withID(ticket.event, in: db),
            tier: try listed.flatMap { try Tier(of: $0, in: db) },
            entries: try Entry.all(of: ticket.id, in: db)
        )
    }
}

extension IssuedTicket {
    static func withID(_ id: TicketID, in db: Database) throws -> IssuedTicket? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM ticket WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.blob]).map(IssuedTicket.init)
    }
}

extension Tier {
    init?(of listed: IssuedTicket, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT name, note FROM tier WHERE event = ? AND name = ?")
        guard let name = listed.tier,
            let row = try Row.fetchOne(statement, arguments: [listed.ticket.event.blob, name])
        else { return nil }
        self.init(name: row["name"], note: row["note"])
    }
}

extension Entry {
    static func all(of ticket: TicketID, in db: Database) throws -> [Entry] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT admission.at_ms, admission.gate, admission.box, box.name
                FROM admission JOIN box ON box.id = admission.box
                WHERE admission.ticket = ? ORDER BY admission.hlc, admission.box, admission.seq
                """
        )
        return try Row.fetchAll(statement, arguments: [ticket.blob]).map { row in
            Entry(
                at: Timestamp(milliseconds: row["at_ms"]),
                gate: row["gate"],
                box: try row.identifier("box"),
                boxName: row["name"]
            )
        }
    }
}
