// Admissions as the ledger's own view counts them.

import GRDB
import TicketSigning

@testable import Ledger

/// How often each ticket let somebody in, the undone left out.
enum EntryCount {
    static func all(in db: Database) throws -> [TicketID: Int] {
        try Row.fetchAll(db, sql: "SELECT ticket, count(*) AS entries FROM admission GROUP BY ticket")
            .reduce(into: [:]) { $0[try $1.identifier("ticket")] = $1["entries"] as Int }
    }
}
