// Files of which only the beginning can matter.

import DoorOutput
import DoorTexts
import Glibc

/// The first bytes of a file, in one read.
enum SmallFile {
    /// - Parameters:
    ///   - path: A file.
    ///   - limit: The maximum number of bytes.
    /// - Returns: As many bytes as the file has, up to the limit; none of a pipe that nobody writes to.
    /// - Throws: ``FileError``.
    static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("read \(path.printable)", errno: errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = Glibc.read(descriptor, &bytes, limit)
        guard count >= 0 else { throw FileError("read \(path.printable)", errno: errno) }
        return Array(bytes.prefix(count))
    }
}
