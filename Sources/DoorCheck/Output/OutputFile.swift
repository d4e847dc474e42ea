// Files that commands write.

import Glibc

/// Writes whole files.
enum OutputFile {
    /// Writes a file that only this user may read, whole or not at all; what was there before goes.
    ///
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - path: Where, in a folder that exists.
    /// - Throws: ``FileError``.
    static func save(_ bytes: [UInt8], to path: String) throws {
        var status = stat()
        // A device, a pipe or a terminal is written to; putting a file in its place is not what is meant.
        let isKept = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        let written = isKept ? path : "\(path).partial-\(getpid())"
        let flags = isKept ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        let descriptor = open(written, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("write \(path)", errno: errno) }
        defer {
            close(descriptor)
            if !isKept { unlink(written) }
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw FileError("write \(path)", errno: errno) }
            rest = rest.dropFirst(max(count, 0))
        }
        guard isKept || rename(written, path) == 0 else { throw FileError("write \(path)", errno: errno) }
    }
}
