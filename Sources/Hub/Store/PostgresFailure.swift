// Errors of a PostgreSQL server.

/// An error from libpq or the server.
struct PostgresFailure: Error {
    /// PostgreSQL's SQLSTATE; empty if the server gave none.
    let code: String
    let isConnectionLost: Bool
    /// What libpq says of a connection, in one line; empty for an error of a statement, whose message may have data.
    var reason = ""

    /// Whether it is a serialisation failure, a deadlock, or a server that is stopping or has become a replica: all
    /// of these were rolled back.
    var mayBeRetried: Bool {
        isConnectionLost || ["40001", "40P01", "57P01", "57P02", "57P03", "25006"].contains(code)
    }

    func told(of place: String) -> HubError {
        guard isConnectionLost else { return .database(place: place, code: code) }
        return .connectionLost(place: place, reason: reason.isEmpty ? "no reason given" : reason)
    }
}
