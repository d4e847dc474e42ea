// A file that gets its name when it is complete.

import Glibc

/// A new file that is filled under another name in the same folder, for libraries that open files by name.
///
/// Only this user can read and write it. It is deleted if it does not take its place.
package struct PartialFile: ~Copyable {
    /// The reason why there is no file of the name.
    package enum Failure: Error, Hashable {
        case exists
        case system(errno: Int32)
    }

    /// The name until then.
    package let partial: String
    private let path: String
    private let descriptor: Int32

    /// - Parameter path: The path of a file that does not exist, in a folder that does.
    /// - Throws: ``Failure``.
    package init(for path: String) throws(Failure) {
        guard access(path, F_OK) != 0 else { throw .exists }
        // A relative name might be a URI to those who open it.
        let start = path.hasPrefix("/") ? path : "./" + path
        let partial = "\(start).partial-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let descriptor = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(errno: errno) }
        (self.path, self.partial, self.descriptor) = (path, partial, descriptor)
    }

    deinit {
        close(descriptor)
        unlink(partial)
    }

    /// Writes what the file holds to disk.
    ///
    /// - Throws: ``Failure``.
    package func sync() throws(Failure) {
        guard fsync(descriptor) == 0 else { throw .system(errno: errno) }
    }

    /// Gives the file its name unless another file has it.
    private func name() throws(Failure) {
        // Unlike rename, link fails if the name is taken; FAT has no links. The end of the file's life deletes its
        // first name.
        if link(partial, path) == 0 { return }
        guard errno != EEXIST else { throw .exists }
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw .system(errno: errno) }
        guard access(path, F_OK) != 0 else { throw .exists }
        guard rename(partial, path) == 0 else { throw .system(errno: errno) }
    }

    /// Gives the file its name, which is on disk then unless its file system cannot sync a folder.
    ///
    /// - Throws: ``Failure``.
    package func takePlace() throws(Failure) {
        try name()
        let name = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
