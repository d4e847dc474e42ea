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
    /// The hub was moved to another database.
    case moved
    /// The database holds a hub's boxes or records already.
    case notEmpty
    /// The database belongs to another hub than the one that is to replace it.
    case otherHub
    /// Hubs were let use the database again while the hub was moved to another one.
    case moveCancelled
    /// There is no copy of the database at a path.
    case notCopied(to: String, reason: String)
    /// The file is no backup of a hub's database.
    case noBackup(path: String, reason: String)
    /// The connection to the server was lost, and the current transaction may or may not have been committed.
    case connectionLost(place: String, reason: String)
    /// The database reported an error; `code` is SQLite's extended result code or PostgreSQL's SQLSTATE.
    case database(place: String, code: String)
    /// The disk with the database is full.
    case diskFull(place: String)
    /// A column of the hub's tables holds a value that the hub never writes.
    case damaged(column: Int)
    /// A box reused a number for a different question.
    case numberReused(number: Int64)
    /// There is no such box.
    case unknownBox(String)
    /// The one-time code was never issued, was used, or has expired.
    case codeNotValid
    /// The membership that a box presents is not one of the hub's organiser, or no longer valid.
    case notAMember
    /// The box is enrolled with another key.
    case enrolledOtherwise(String)
    /// Another box of the hub has the name.
    case nameTaken(String)
    /// The hub was started again, perhaps from a backup, since the box asked what it has.
    case otherHistory
    /// The organiser has revoked the box.
    case revoked
    /// The box has reached a limit of its quota; `most` is the limit.
    case overQuota(QuotaLimit, box: String, most: Int64)
    /// There is an account with this name.
    case accountExists(String)
    /// There is no account with this name.
    case unknownAccount(String)
    /// The request is malformed; the text says how.
    case refused(String)

    /// Whether the database did not do what was asked.
    var isOfDatabase: Bool {
        switch self {
        case .cannotOpen, .notADatabase, .otherVersion, .moved, .connectionLost, .database, .diskFull, .damaged: true
        default: false
        }
    }

    /// One sentence: what failed, on what, and what to do.
    public var description: String {
        switch self {
        case .cannotOpen(let place, let reason):
            "The hub's database \(place) cannot be opened (\(reason)); in `hub.database`, name a file that this "
                + "user may "
                + "write, or a reachable server."
        case .notADatabase(let place):
            "\(place) is not a hub database; name another file in `hub.database`."
        case .cannotListen(let address, let reason):
            "The hub cannot be served at \(address) (\(reason)); name an address of this machine that no other "
                + "program has "
                + "in `hub.listen`."
        case .revoked: "The organiser has revoked this box."
        case .otherHistory: "The hub was started again meanwhile; ask what it has, and send what follows."
        case .otherVersion:
            "The tables of the hub's database are those of another version of doorcheck, probably a newer one; install "
                + "that version, or restore a backup of this one into a new database."
        case .moved:
            "The hub was moved to another database by `doorcheck hub migrate`, or this was interrupted; name the other "
                + "database in `hub.database`, or use this one again with `doorcheck hub migrate --cancel`."
        case .notEmpty:
            "The database already holds a hub's boxes or records. If `doorcheck hub migrate` has filled it, name it in "
                + "`hub.database`; otherwise name an empty one, or replace all that it holds with --replace."
        case .otherHub:
            "The two databases belong to different hubs, since they know different keys, so nothing was replaced; name "
                + "an empty database, or a backup of this hub."
        case .moveCancelled:
            "Somebody used `doorcheck hub migrate --cancel` meanwhile, so the hub was not moved; begin again."
        case .notCopied(let copy, let reason):
            "The hub's database was not copied to \(copy) (\(reason)); name a new file in a folder with free "
                + "space that this user may write to."
        case .noBackup(let path, let reason):
            "\(path) is no backup of a hub's database (\(reason)); name a file that `doorcheck hub backup` wrote."
        case .connectionLost(let place, let reason):
            "The connection to the hub's database \(place) was lost (\(reason)); the next request reconnects."
        case .database(let place, let code):
            "The hub's database \(place) rejected a request (code \(code)); nothing was stored, check its disk and log."
        case .diskFull(let place):
            "The disk with the hub's database \(place) is full, so nothing was stored; free some space, then try again."
        case .damaged(let column):
            "The hub's database contains invalid data (column \(column)); restore a backup."
        case .numberReused(let number):
            "The claim number \(number) was already used for another ticket; use a new number for each claim."
        case .unknownBox(let name):
            "The hub has no box '\(name)'; `doorcheck hub boxes` lists its boxes."
        case .codeNotValid:
            "The code is invalid, already used or expired; create a new one with `doorcheck hub enroll`."
        case .notAMember:
            "The box is not a member of this hub's organiser; create a code for it with `doorcheck hub enroll`."
        case .enrolledOtherwise(let name):
            "The box '\(name)' is enrolled with another key; revoke it with `doorcheck hub revoke`, then re-enrol it."
        case .nameTaken(let name):
            "Another box of the hub is named '\(name)'; create a code with another name, or revoke that box first if "
                + "it is gone (`doorcheck box revoke`)."
        case .overQuota(let limit, let box, let most): limit.sentence(about: box, most: most)
        case .accountExists(let name):
            "'\(name)' is the name of an account; log in with its password, which `doorcheck hub account password` "
                + "replaces, or choose another name."
        case .unknownAccount(let name):
            "There is no account '\(name)'; `doorcheck hub account list` lists them."
        case .refused(let reason):
            reason
        }
    }
}
