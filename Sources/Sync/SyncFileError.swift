// Why a file from another box was not accepted.

/// A sync file that cannot be used; nothing in it was merged.
public enum SyncFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It does not begin like a sync file.
    case notASyncFile(path: String)
    /// It is shorter or longer than it states, or was altered.
    case damaged(path: String)
    /// It is signed with a key that is unknown here.
    case unknownSender(path: String, code: String)
    /// The box that reads it made it.
    case ownFile(path: String)
    /// It was made for another box.
    case forAnother(path: String)
    /// Its contents were not written by this version.
    case unreadable(path: String)
    /// It claims to hold more than any ledger can, or more than a file of its size can.
    case tooLarge(path: String)
    /// The line is not in the format that `doorcheck sync id` prints.
    case notAnID
    /// The library that seals files does not work on this machine.
    case noCryptography

    public var description: String {
        switch self {
        case .notASyncFile(let path):
            "\(path) is not a file from `doorcheck sync export`; name the right file."
        case .damaged(let path):
            "\(path) was damaged or changed after its export, so nothing was imported; export it again."
        case .unknownSender(let path, let code):
            "\(path) is signed by a box that this box does not know (code \(code)); trust it with "
                + "`doorcheck sync trust`."
        case .ownFile(let path):
            "This box wrote \(path) itself; import it on the box that it is for."
        case .forAnother(let path):
            "\(path) is for another box; export a file for this box."
        case .unreadable(let path):
            "\(path) contains records that this doorcheck does not know; update it, then import the file again."
        case .tooLarge(let path):
            "\(path) unpacks to more than 64 times its size or to more than a gigabyte, unlike any box's records, so "
                + "nothing was imported; export it again."
        case .notAnID:
            "This is not a line from `doorcheck sync id`; expected a name and 43 letters, digits, - or _."
        case .noCryptography:
            "libsodium does not start on this machine; install the package libsodium23 again."
        }
    }
}
