// Why a file from another box was not accepted.

/// A sync file that cannot be used; nothing in it was merged.
public enum SyncFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It does not begin like a sync file.
    case notASyncFile(path: String)
    /// It is shorter or longer than it states, or was altered.
    case damaged(path: String)
    /// It is signed with a key that is unknown here.
    case unknownSender(path: String, code: String)
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
            "\(path) is not a file that `doorcheck sync export` wrote; name the right one."
        case .damaged(let path):
            "\(path) was damaged or changed on the way, so nothing of it was taken; export it once more."
        case .unknownSender(let path, let code):
            "\(path) is signed by a box that is not known here (code \(code)); let this one know it with "
                + "`doorcheck sync trust`."
        case .forAnother(let path):
            "\(path) was made for another box; export one for this box."
        case .unreadable(let path):
            "\(path) holds records that this doorcheck does not know; update it, then import the file again."
        case .tooLarge(let path):
            "\(path) unpacks to more than 64 times its size, or to more than a gigabyte, as no box's records do, so "
                + "nothing of it was taken; export it once more."
        case .notAnID:
            "That is not the line that `doorcheck sync id` prints; expected a name and 43 letters, digits, - or _."
        case .noCryptography:
            "libsodium does not start on this machine; install the package libsodium23 again."
        }
    }
}
