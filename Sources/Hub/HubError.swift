// Why the hub could not answer.

/// The hub could not do what was asked, and nothing of it was done.
public enum HubError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or server cannot be opened or reached.
    case cannotOpen(place: String, reason: String)
    /// The file is another program's.
    case notADatabase(place: String)
    /// The address is taken, or not one of this machine.
    case cannotListen(address: String, reason: String)
    /// The tables were made by another version.
    case otherVersion
    /// The connection to the server ended, and what was under way may be done or not.
    case connectionLost(place: String)
    /// The database refused; `code` is SQLite's extended result code or PostgreSQL's SQLSTATE.
    case database(place: String, code: String)
    /// A column of the hub's tables holds what the hub never wrote.
    case damaged(column: Int)
    /// A box asked under a number that it had used for another question.
    case numberReused(number: Int64)
    /// There is no such box.
    case unknownBox(String)
    /// A one-time code that was never given out, was used, or is too old.
    case codeNotValid
    /// The box is enrolled with another key.
    case enrolledOtherwise(String)
    /// What was asked for is not well-formed; the text says what.
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
