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
        try write(bytes, to: descriptor, path)
        guard isKept || rename(written, path) == 0 else { throw FileError("write \(path)", errno: errno) }
    }

    /// Writes a file anew, whole or not at all, on disk when this returns; it keeps its mode,
    /// owner and group.
    ///
    /// - Parameters:
    ///   - path: A file that exists, or a link to one.
    ///   - bytes: All of it.
    /// - Throws: ``FileError``.
    static func replace(_ path: String, with bytes: [UInt8]) throws {
        var status = stat()
        guard let real = realpath(path, nil) else { throw FileError("write \(path)", errno: errno) }
        defer { free(real) }
        let written = "\(String(cString: real)).partial-\(getpid())"
        guard stat(real, &status) == 0 else { throw FileError("write \(path)", errno: errno) }
        let descriptor = open(written, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("write \(path)", errno: errno) }
        defer {
            close(descriptor)
            unlink(written)
        }
        // The daemon may read it by its group alone: losing that is worse than not writing.
        let isSame = status.st_uid == geteuid() && status.st_gid == getegid()
        guard isSame || fchown(descriptor, status.st_uid, status.st_gid) == 0,
            fchmod(descriptor, status.st_mode & 0o7777) == 0
        else { throw FileError("write \(path)", errno: errno) }
        try write(bytes, to: descriptor, path)
        guard fsync(descriptor) == 0, rename(written, real) == 0 else { throw FileError("write \(path)", errno: errno) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw FileError("write \(path)", errno: errno) }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
