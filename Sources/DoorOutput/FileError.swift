// A failed read or write of a file or stream.

import Glibc

/// The failed action and the system's error message.
package struct FileError: Error, CustomStringConvertible {
    package let description: String

    /// - Parameter sentence: What is wrong, and what to do.
    init(_ sentence: String) {
        description = sentence
    }

    /// - Parameters:
    ///   - action: The action, as in "write /tmp/codes.csv".
    ///   - errno: The system's error number.
    package init(_ action: String, errno: Int32) {
        description = "Cannot \(action): \(String(cString: strerror(errno)))."
    }
}
