// Files that only their owner may read, and those that a group shares.

internal import Glibc

/// Reads and creates small files with secrets.
package enum PrivateFile {
    /// The maximum size: a key file has fewer than 500 bytes, and the limit prevents reading all of a wrong file.
    package static let sizeLimit = 4096

    /// Reads a file after checking who else could have read it.
    ///
    /// All checks apply to the open file, so it cannot be replaced in between. Opening does not block, which it
    /// otherwise would until a named pipe has a writer.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The complete contents.
    /// - Throws: ``KeyFileError``.
    package static func read(_ path: String, atMost limit: Int = sizeLimit) throws(KeyFileError) -> [UInt8] {
        let file = try readAny(path, atMost: limit)
        if let exposure = file.exposure { throw exposure }
        return file.bytes
    }

    /// What a file holds, and whether others than its owner could have read it.
    package struct Contents {
        package let bytes: [UInt8]
        /// Why the file is not private; `nil` for one that is.
        package let exposure: KeyFileError?
        /// Whether nobody but the group of a ``SharedFolder`` could have read it as well.
        let isShared: Bool
    }

    /// Reads a file that the group of a ``SharedFolder`` may read as well.
    ///
    /// - Parameter path: The file.
    /// - Returns: The complete contents.
    /// - Throws: ``KeyFileError``.
    package static func readShareable(_ path: String) throws(KeyFileError) -> Contents {
        let file = try readAny(path)
        if let exposure = file.exposure, !file.isShared { throw exposure }
        return file
    }

    /// Reads a file whoever else could have read or written it: what it holds may be public.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The maximum size in bytes.
    /// - Returns: The complete contents.
    /// - Throws: ``KeyFileError``.
    static func readAny(_ path: String, atMost limit: Int = sizeLimit) throws(KeyFileError) -> Contents {
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK, to: "open", path)
        let status = try file.status(path)
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile(path: path) }
        var exposure: KeyFileError?
        var isShared = false
        do {
            try checkAccess(path: path, mode: status.st_mode & 0o7777, owner: status.st_uid, user: geteuid())
        } catch {
            let folder = try Descriptor(opening: folder(of: path), O_RDONLY | O_DIRECTORY, to: "open", path)
            isShared = SharedFolder.shares(status, in: try folder.status(path))
            exposure = error
        }
        guard status.st_size <= limit else { throw .tooLarge(path: path, limitBytes: limit) }
        return Contents(bytes: try file.readAll(path, atMost: limit), exposure: exposure, isShared: isShared)
    }

    /// Refuses a file that anyone but its owner may use.
    ///
    /// Group readers are allowed if root owns the file and the process runs as another user, which could not read it
    /// otherwise. This is the case for systemd's credentials, whose access list shows as mode 0440. PostgreSQL has
    /// the same rule for its TLS key.
    /// - SeeAlso: github.com/systemd/systemd/issues/29435
    static func checkAccess(path: String, mode: UInt32, owner: UInt32, user: UInt32) throws(KeyFileError) {
        guard owner == user || owner == 0 else { throw .foreignOwner(path: path, owner: owner, user: user) }
        let allowed: UInt32 = owner == user ? 0o600 : 0o640
        guard mode & ~allowed == 0 else { throw .exposed(path: path, mode: mode) }
    }

    /// Creates a file, of mode 0600 unless it is public, completely or not at all; when this returns, the file and its
    /// name are on disk.
    ///
    /// - Parameters:
    ///   - path: The path of the new file.
    ///   - contents: The complete contents.
    ///   - isReplacing: Whether a file of this name may exist; it is then replaced.
    ///   - isShareable: Whether the group of a ``SharedFolder`` may read the file.
    ///   - isPublic: Whether everybody may read it: mode 0644, less the umask.
    /// - Throws: ``KeyFileError``.
    package static func create(
        _ path: String,
        contents: String,
        replacing isReplacing: Bool = false,
        shareable isShareable: Bool = false,
        public isPublic: Bool = false
    ) throws(KeyFileError) {
        let folder = folder(of: path)
        let temporary = "\(folder).\(UInt64.random(in: 0 ... .max)).tmp"
        let file = try Descriptor(
            opening: temporary, O_WRONLY | O_CREAT | O_EXCL, mode: isPublic ? 0o644 : 0o600, to: "create", path)
        defer { unlink(temporary) }
        if isShareable { try file.share(in: folder, path) }
        try file.writeAll(Array(contents.utf8), path)
        // Unlike rename, link fails if the name is taken.
        guard (isReplacing ? rename(temporary, path) : link(temporary, path)) == 0 else {
            throw errno == EEXIST ? .exists(path: path) : .io(action: "name", path: path, errno: errno)
        }
        try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY, to: "open the folder of", path).sync(path)
    }

    /// Puts a file in the place of another one in the same folder; when this returns, that is on disk.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - replaced: The path that it gets.
    /// - Throws: ``KeyFileError``.
    package static func move(_ path: String, replacing replaced: String) throws(KeyFileError) {
        guard rename(path, replaced) == 0 else { throw .io(action: "replace", path: replaced, errno: errno) }
        try Descriptor(opening: folder(of: replaced), O_RDONLY | O_DIRECTORY, to: "open the folder of", replaced)
            .sync(replaced)
    }

    /// Returns a path up to its last slash, or that of the working folder.
    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "./" }
        return String(path[...slash])
    }

    /// An open file that is closed at the end of its scope.
    private struct Descriptor: ~Copyable {
        let number: Int32

        /// Opens a file on behalf of the key file at `path`, which errors name.
        init(
            opening opened: String, _ flags: Int32, mode: mode_t = 0o600, to action: String, _ path: String
        ) throws(KeyFileError) {
            let result = open(opened, flags | O_CLOEXEC, mode)
            guard result >= 0 else { throw .io(action: action, path: path, errno: errno) }
            number = result
        }

        deinit { close(number) }

        func status(_ path: String) throws(KeyFileError) -> stat {
            var status = stat()
            guard fstat(number, &status) == 0 else { throw .io(action: "examine", path: path, errno: errno) }
            return status
        }

        /// Lets the group of a shared folder read this new file; does nothing in any other folder.
        func share(in folder: String, _ path: String) throws(KeyFileError) {
            let facts = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY, to: "open the folder of", path)
                .status(path)
            guard let mode = SharedFolder.fileMode(in: facts) else { return }
            // Its group is the folder's already; the umask may have taken the permission away.
            guard fchmod(number, mode & ~0o020) == 0 else { throw .io(action: "share", path: path, errno: errno) }
        }

        /// Reads up to one byte more than the limit, to detect a file that has grown.
        func readAll(_ path: String, atMost limit: Int) throws(KeyFileError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: limit + 1)
            var count = 0
            while count < bytes.count {
                let result = bytes[count...].withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
                if result == 0 { return Array(bytes[..<count]) }
                guard result > 0 || errno == EINTR else { throw .io(action: "read", path: path, errno: errno) }
                count += max(0, result)
            }
            throw .tooLarge(path: path, limitBytes: limit)
        }

        func writeAll(_ bytes: [UInt8], _ path: String) throws(KeyFileError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let result = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
                guard result > 0 || errno == EINTR else { throw .io(action: "write", path: path, errno: errno) }
                rest = rest.dropFirst(max(0, result))
            }
            try sync(path)
        }

        func sync(_ path: String) throws(KeyFileError) {
            guard fsync(number) == 0 else { throw .io(action: "store", path: path, errno: errno) }
        }
    }
}
