// The files of a ledger before SQLite opens them.

import Glibc

/// Opens and creates the files that a ledger needs.
enum LedgerFile {
    /// Creates an empty file of mode 0600 if there is none. When this returns, its name is on disk, which SQLite
    /// ensures for its log but not for the database.
    ///
    /// - Parameter path: The ledger's path.
    /// - Throws: ``LedgerError``.
    static func create(_ path: String) throws(LedgerError) {
        close(try open(path, O_RDWR | O_CREAT, for: path))
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = try open(slash.map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY, for: path)
        defer { close(folder) }
        // A file system that cannot sync a folder returns EINVAL.
        guard fsync(folder) == 0 || errno == EINVAL else {
            throw .inputOutput(path: path, code: 1290)  // SQLITE_IOERR_DIR_FSYNC
        }
    }

    /// The identity of the file that a name refers to.
    struct Identity: Hashable, Sendable {
        let device: dev_t
        let number: ino_t

        /// - Parameter path: A path; returns `nil` if there is no file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// Returns the identities of the ledger and its log.
    ///
    /// - Parameter path: The ledger's path.
    /// - Returns: The identities in this order; `nil` for a file that does not exist.
    static func identities(_ path: String) -> [Identity?] {
        [Identity(path), Identity(path + "-wal")]
    }

    /// Returns where a file is: on which machine since when it runs, and as which file. A copy is elsewhere, also one
    /// of the whole disk.
    ///
    /// - Parameter path: The ledger's path.
    /// - Returns: A text to compare; another one each time if the machine does not say since when it runs.
    static func place(of path: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 36)
        let descriptor = Glibc.open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        let isKnown = descriptor >= 0 && read(descriptor, &bytes, bytes.count) == bytes.count
        let start = isKnown ? String(decoding: bytes, as: UTF8.self) : "\(UInt64.random(in: 0 ... .max))"
        return "\(start) " + (Identity(path).map { "\($0.device) \($0.number)" } ?? "")
    }

    /// - Parameters:
    ///   - opened: The file itself.
    ///   - flags: The flags of open(2).
    ///   - path: The ledger's path, which errors name.
    /// - Returns: A descriptor that is closed when another program is executed.
    /// - Throws: ``LedgerError``.
    static func open(_ opened: String, _ flags: Int32, for path: String) throws(LedgerError) -> Int32 {
        let descriptor = Glibc.open(opened, flags | O_CLOEXEC, 0o600)
        guard descriptor < 0 else { return descriptor }
        throw switch errno {
        case EROFS: .readOnlyDisk(path: path)
        case EACCES, EPERM: .readOnly(path: path)
        case ENOSPC, EDQUOT: .diskFull(path: path)
        default: .cannotOpen(path: path)
        }
    }
}
