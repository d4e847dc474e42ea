// Why the hub did not do what was asked.

/// A request failed, and none of it was done.
public enum HubError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database file or server cannot be opened or reached.
    case cannotOpen(place: String, reason: String)
    /// The file belongs to another program.
    case notADatabase(place: String)
    /// The address is in use, or is not an address of this machine.
    case cannotListen(address: String, reason: String)
    /// The tables belong to another version.
    case otherVersion
    /// The connection to the server was lost, and the current transaction may or may not have been committed.
    case connectionLost(place: String)
    /// The database reported an error; `code` is SQLite's extended result code or PostgreSQL's SQLSTATE.
    case database(place: String, code: String)
    /// A column of the hub's tables holds a value that the hub never writes.
    case damaged(column: Int)
    /// A box reused a number for a different question.
    case numberReused(number: Int64)
    /// There is no such box.
    case unknownBox(String)
    /// The one-time code was never issued, was used, or has expired.
    case codeNotValid
    /// The box is enrolled with another key.
    case enrolledOtherwise(String)
    /// The request is malformed; the text says how.
    case refused(String)

    /// One sentence: what failed, on what, and what to do.
    public var description: String {
        switch self {
        case .cannotOpen(let place, let reason):
            "The hub's database \(place) cannot be opened (\(reason)); name a file that this user may write, or a server "
                + "that is there, in `hub.database`."
        case .notADatabase(let place):
            "\(place) is not a hub's database; name another file in `hub.database`."
        case .cannotListen(let address, let reason):
            "The hub cannot be served at \(address) (\(reason)); name an address of this machine that no other program has "
                + "in `hub.listen`."
        case .otherVersion:
            "The hub's database was made by another version of doorcheck; use that version, or a new database."
        case .connectionLost(let place):
            "The connection to the hub's database \(place) was lost; it is tried again with the next request."
        case .database(let place, let code):
            "The hub's database \(place) refused a request (code \(code)), and nothing was stored; look at its disk and log."
        case .damaged(let column):
            "The hub's database holds what the hub never wrote (column \(column)); restore a backup of it."
        case .numberReused(let number):
            "The claim number \(number) was used for another ticket; take a new number for each question."
        case .unknownBox(let name):
            "The hub knows no box '\(name)'; `doorcheck hub boxes` lists those it knows."
        case .codeNotValid:
            "This code is not valid, was used already, or is too old; make a new one with `doorcheck hub enroll`."
        case .enrolledOtherwise(let name):
            "The box '\(name)' is enrolled with another key; revoke it with `doorcheck hub revoke`, then enrol it anew."
        case .refused(let reason):
            reason
        }
    }
}
