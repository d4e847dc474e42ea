// Folders that commands write to.

import FoundationEssentials
import Glibc

/// Makes folders for what only this user may read.
enum OutputFolder {
    /// Makes a folder and those above it, unless they are there; a new one is open to this user alone.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``FileError`` where it cannot be made or written to.
    static func make(_ path: String) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: attributes)
        guard access(path, W_OK | X_OK) != 0 else { return }
        throw FileError("write to the folder \(path)", errno: errno)
    }

    /// Makes sure that a folder takes so many bytes more, by a file that is gone again.
    ///
    /// - Parameters:
    ///   - bytes: How many.
    ///   - path: The folder.
    /// - Throws: ``FileError`` where it does not, or cannot be written to.
    static func makeSure(ofRoomFor bytes: Int, in path: String) throws {
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

    /// Makes sure that a file can be made, so that nothing is done whose result could not be kept.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``FileError`` where its folder is not there or cannot be written to.
    static func check(for path: String) throws {
        guard access(folder(of: path), W_OK | X_OK) != 0 else { return }
        throw FileError("write \(path)", errno: errno)
    }

    /// The folder that a file is in.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
}
