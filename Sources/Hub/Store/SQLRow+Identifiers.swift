// UUIDs in rows.

import TicketSigning

extension SQLRow {
    func identifier<Subject>(_ column: Int) throws(HubError) -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(bytes: try bytes(column)) else { throw .damaged(column: column) }
        return identifier
    }
}

extension Identifier {
    /// This identifier in the form that both databases store.
    var sql: SQLValue { .bytes(bytes) }
}
