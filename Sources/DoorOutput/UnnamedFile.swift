// A file that gets its name when it is complete.

import CLinux
import Glibc

/// A file that only this user may read and that is invisible until it is complete: if the process is interrupted,
/// even by SIGKILL, nothing remains.
///
/// File systems without such files (open(2), `O_TMPFILE`), such as FAT on a USB stick, use a file next to the path
/// instead, which remains if the process is killed.
struct UnnamedFile: ~Copyable {
    /// The descriptor to write to.
    let descriptor: Int32
    private let path: String
    /// The temporary path, next to the final one.
    private let partial: String
    private let isNamed: Bool

    /// - Parameter path: The file's final path, in an existing folder.
    /// - Throws: ``FileError``.
    init(for path: String) throws {
        self.path = path
        partial = "\(path).partial-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let unnamed = open(folder, O_WRONLY | Int32(DC_TMPFILE) | O_CLOEXEC, 0o600)
        // Old kernels interpret the flag as opening a folder.
        isNamed = unnamed < 0 && [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno)
        let named = isNamed ? open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) : -1
        descriptor = max(unnamed, named)
        guard descriptor >= 0 else { throw FileError("write \(path)", errno: errno) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if isNamed { unlink(partial) }
    }

    /// Moves the file to its path, replacing an existing file.
    ///
    /// - Throws: ``FileError``.
    func takePlace() throws {
        let itself = "/proc/self/fd/\(descriptor)"
        // linkat(2) cannot replace a file, but rename(2) can.
        guard isNamed || linkat(AT_FDCWD, itself, AT_FDCWD, partial, AT_SYMLINK_FOLLOW) == 0 else {
            throw FileError("write \(path)", errno: errno)
        }
        guard rename(partial, path) == 0 else {
            let cause = errno
            unlink(partial)
            throw FileError("write \(path)", errno: cause)
        }
    }
}
