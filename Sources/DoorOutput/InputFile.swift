// Files that commands read completely.

import DoorTexts
import Glibc

/// Reads complete files and standard input.
package enum InputFile {
    /// The largest accepted size: a list with a million guests has about 100 MB.
    private static let limitBytes = 1 << 30

    /// Reads a file to its end.
    ///
    /// - Parameter path: The file, or `-` for standard input.
    /// - Returns: The complete content.
    /// - Throws: ``CommandError`` if the file does not exist or cannot be read.
    package static func read(_ path: String) throws -> [UInt8] {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 || errno == EINTR else { throw failure(path) }
            bytes += buffer.prefix(max(count, 0))
            guard bytes.count <= limitBytes else {
                throw CommandError(.badData, "\(path.printable) is larger than a gigabyte; expected a ticket list.")
            }
        }
    }

    private static func failure(_ path: String) -> CommandError {
        let (code, reason) = (errno, String(cString: strerror(errno)))
        let status: ExitStatus =
            switch code {
            case ENOENT, ENOTDIR: .noInput
            case EACCES, EPERM: .noPermission
            case EISDIR: .badData
            default: .inputOutput
            }
        return CommandError(status, "\(path.printable) cannot be read: \(reason).")
    }
}
