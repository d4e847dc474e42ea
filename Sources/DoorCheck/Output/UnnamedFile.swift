// A file that gets its name when it is whole.

import CLinux
import Glibc

/// A file that only this user may read and that nobody finds before it is whole: a process that is stopped in the
/// middle, however hard, leaves nothing behind.
///
/// File systems without such files (open(2), `O_TMPFILE`), as FAT on a stick, get one beside the path instead, which a
/// process that is killed leaves behind.
struct UnnamedFile: ~Copyable {
    /// To write to.
    let descriptor: Int32
    private let path: String
    /// Beside the path.
    private let partial: String
    private let isNamed: Bool

    /// - Parameter path: Where the file will be, in a folder that exists.
    /// - Throws: ``FileError``.
    init(for path: String) throws {
        self.path = path
        partial = "\(path).partial-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let unnamed = open(folder, O_WRONLY | Int32(DC_TMPFILE) | O_CLOEXEC, 0o600)
        // Old kernels take the flag for the opening of a folder.
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

    /// Puts the file where it belongs; what was there before goes.
    ///
    /// - Throws: ``FileError``.
    func takePlace() throws {
        let itself = "/proc/self/fd/\(descriptor)"
        // A link cannot take the place of a file, but a rename can.
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
