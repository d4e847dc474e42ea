// Folders whose files a group shares.

internal import Glibc

/// A folder with the set-group-ID bit, by which the Debian package lets the hub's user use the files that it needs.
///
/// The owner of the folder owns its files, and the group gets what it has in the folder itself: with mode 2770 it may
/// read and write them, with 2750 read them. Files in other folders are for their owner alone.
package enum SharedFolder {
    /// Returns the permission bits of a shared file.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: 0600 and what the group may do; `nil` if the folder is not shared.
    static func fileMode(in folder: stat) -> mode_t? {
        guard folder.st_mode & S_ISGID != 0, folder.st_mode & 0o040 != 0 else { return nil }
        return 0o600 | folder.st_mode & 0o060
    }

    /// Returns whether a file is shared by its folder and by nothing else, so that whoever trusts the folder may trust
    /// the file: it has the folder's owner and group, and no one else may use it.
    ///
    /// - Parameters:
    ///   - file: A key file, which the group may read and not write.
    ///   - folder: The folder that the file was opened in.
    /// - Returns: `true` for a shared file.
    static func shares(_ file: stat, in folder: stat) -> Bool {
        guard let mode = fileMode(in: folder) else { return false }
        return file.st_uid == folder.st_uid && file.st_gid == folder.st_gid
            && file.st_mode & 0o7777 & ~(mode & ~0o020) == 0
    }

    /// Lets a shared folder's group use a file that has been made, or put back, for its owner alone.
    ///
    /// Leaves a file alone that is not this user's, or has another name as well: whoever may write to the folder could
    /// have put it there.
    ///
    /// - Parameters:
    ///   - path: The file; nothing happens if there is none, or if its folder is not shared.
    ///   - isReadOnly: Whether the group may only read it.
    /// - Throws: ``KeyFileError/io(action:path:errno:)``.
    package static func share(_ path: String, readOnly isReadOnly: Bool) throws(KeyFileError) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        var folder = stat()
        guard stat(slash.map { String(path[...$0]) } ?? ".", &folder) == 0, let mode = fileMode(in: folder) else {
            return
        }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var file = stat()
        guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG, file.st_uid == geteuid(),
            file.st_nlink == 1
        else { return }
        guard file.st_gid == folder.st_gid || fchown(descriptor, .max, folder.st_gid) == 0,
            fchmod(descriptor, isReadOnly ? mode & ~0o020 : mode) == 0
        else { throw .io(action: "share", path: path, errno: errno) }
    }
}
