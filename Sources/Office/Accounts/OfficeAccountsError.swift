// Why the office's accounts are not as asked.

import Glibc
package import TicketSigning

/// The accounts cannot be read, or were not changed.
package enum OfficeAccountsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is an account with this name.
    case exists(String)
    /// There is no account with this name.
    case unknown(String)
    /// There are as many accounts as one office can have.
    case tooMany
    /// doorcheck did not write the file, or it is damaged.
    case damaged(path: String)
    /// Others than its user could have read or written the file, or it cannot be read or written.
    case unusable(KeyFileError)
    /// The file was not replaced, so nothing has changed.
    case notWritten(path: String, errno: Int32)
    /// The folder cannot be used.
    case io(path: String, errno: Int32)

    /// One sentence: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .exists(let name): "There is an account named '\(name)' already; choose another name."
        case .unknown(let name): "There is no account '\(name)'; `doorcheck office account list` lists them."
        case .tooMany: "There are \(OfficeAccounts.most) accounts already; remove one that nobody needs."
        case .damaged(let path):
            "The office's accounts in \(path) are damaged, so nobody can log in with a password; put a copy back, or "
                + "delete the file and add the accounts again with `doorcheck office account add`."
        case .unusable(let error):
            "The office's accounts cannot be used, so nobody can log in with a password. \(error)"
        case .notWritten(let path, let code):
            "The accounts were not changed: \(path) cannot be written (\(String(cString: strerror(code)))). Make "
                + "room, or check the folder, and try again."
        case .io(let path, let code):
            "The office's accounts in \(path) cannot be used: \(String(cString: strerror(code))). Check the folder."
        }
    }
}
