// What goes wrong with a PostgreSQL server.

/// What libpq or the server said.
struct PostgresFailure: Error {
    /// PostgreSQL's SQLSTATE; empty where the server said none.
    let code: String
    let isConnectionLost: Bool

    /// Serialization failure, deadlock, and a server that is stopping or has become a replica: all of them undone.
    var mayBeRetried: Bool {
        isConnectionLost || ["40001", "40P01", "57P01", "57P02", "57P03", "25006"].contains(code)
    }

    func told(of place: String) -> HubError {
        isConnectionLost ? .connectionLost(place: place) : .database(place: place, code: code)
    }
}
