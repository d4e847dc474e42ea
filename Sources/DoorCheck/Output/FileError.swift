// A file or stream that the system would not read or write.

import Glibc

/// What was tried, and what the system said.
struct FileError: Error, CustomStringConvertible {
    let description: String

    /// - Parameters:
    ///   - action: As in "write /tmp/codes.csv".
    ///   - errno: The system's reason.
    init(_ action: String, errno: Int32) {
        description = "Cannot \(action): \(String(cString: strerror(errno)))."
    }
}
