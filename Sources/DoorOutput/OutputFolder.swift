// Folders that commands write to.

import FoundationEssentials
import Glibc

/// Creates folders that only this user may read.
package enum OutputFolder {
    /// Creates a folder and its parents if necessary; new folders are accessible only to this user.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``FileError`` if it cannot be created or written to.
    package static func make(_ path: String) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: attributes)
        guard access(path, W_OK | X_OK) != 0 else { return }
        throw FileError("write to the folder \(path)", errno: errno)
    }

    /// Checks that a folder has room for a number of bytes, by writing a temporary file.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes.
    ///   - path: The folder.
    /// - Throws: ``FileError`` if it has no room or cannot be written to.
    package static func makeSure(ofRoomFor bytes: Int, in path: String) throws {
        var name = Array((path + "/.doorcheck-trial-XXXXXX").utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw FileError("write to the folder \(path), so nothing was done", errno: errno) }
        defer {
            close(descriptor)
            unlink(name)
        }
        let code = posix_fallocate(descriptor, 0, off_t(max(bytes, 1)))
        guard code == 0 else { throw FileError("write to the folder \(path), so nothing was done", errno: code) }
    }

    /// Checks that a file can be created, to prevent work whose result cannot be saved.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``FileError`` if its folder does not exist or cannot be written to.
    package static func check(for path: String) throws {
        guard access(folder(of: path), W_OK | X_OK) != 0 else { return }
        throw FileError("write \(path)", errno: errno)
    }

    /// Returns the folder of a file.
    package static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
}
