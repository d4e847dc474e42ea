// Errors of a PostgreSQL server.

/// An error from libpq or the server.
struct PostgresFailure: Error {
    /// PostgreSQL's SQLSTATE; empty if the server gave none.
    let code: String
    let isConnectionLost: Bool

    /// Whether it is a serialisation failure, a deadlock, or a server that is stopping or has become a replica: all
    /// of these were rolled back.
    var mayBeRetried: Bool {
        isConnectionLost || ["40001", "40P01", "57P01", "57P02", "57P03", "25006"].contains(code)
    }

    func told(of place: String) -> HubError {
        isConnectionLost ? .connectionLost(place: place) : .database(place: place, code: code)
    }
}
