// Errors of the file in which alerts are remembered.

import Glibc

/// Why the hub cannot remember alerts.
package enum AlertFileError: Error, Hashable, CustomStringConvertible {
    /// The file is not one that was written for alerts.
    case damaged(path: String)
    /// The file cannot be read; `errno` is the system's.
    case notRead(path: String, errno: Int32)
    /// The file cannot be written; `errno` is the system's.
    case notWritten(path: String, errno: Int32)

    /// One sentence: what failed, on what, what to do.
    package var description: String {
        switch self {
        case .damaged(let path):
            "the file of alerts \(path) is damaged: a new one is begun, and open alerts are told again"
        case .notRead(let path, let errno):
            "the file of alerts \(path) cannot be read (\(String(cString: strerror(errno)))): a new one is begun, and "
                + "open alerts are told again"
        case .notWritten(let path, let errno):
            "the file of alerts \(path) cannot be written (\(String(cString: strerror(errno)))): "
                + "check the disk and the permissions; after a restart of the hub, alerts are told again"
        }
    }
}
