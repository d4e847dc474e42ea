// Disk space for SQLite's shared memory on disks with small blocks.

import Glibc

/// Ensures that all blocks of the file behind SQLite's shared memory are allocated.
///
/// SQLite extends the file by writing one byte in each 4096. If a disk's blocks are smaller, the others are allocated
/// at the first access, and on a full disk the system then kills the process (SIGBUS).
///
/// - SeeAlso: `unixShmMap` in SQLite's os_unix.c; docs/troubleshooting.md
enum SharedMemoryPreallocation {
    private static let pageBytes: UInt = 4096
    /// The initial size that SQLite creates, in bytes.
    private static let firstBytes = 32_768
    /// The size that a log of 100 MB needs.
    private static let wantedBytes = 262_144

    /// Detects a full disk before SQLite touches anything on it.
    ///
    /// - Parameter path: The ledger's path.
    /// - Throws: ``LedgerError/diskFull(path:)``.
    static func check(for path: String) throws(LedgerError) {
        guard hasSmallBlocks(path) else { return }
        var file = stat()
        // If the ledger is already open elsewhere, that process has allocated the file.
        let isWhole =
            stat(path + "-shm", &file) == 0 && file.st_size >= firstBytes && file.st_blocks * 512 >= file.st_size
        guard !isWhole else { return }
        // Not all space that a file system reports as free is available: ext4 reserves some.
        var name = Array((path + "-room-XXXXXX").utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else {
            if [ENOSPC, EDQUOT].contains(errno) { throw .diskFull(path: path) }
            return
        }
        defer {
            close(descriptor)
            unlink(name)
        }
        guard ![ENOSPC, EDQUOT].contains(posix_fallocate(descriptor, 0, off_t(2 * firstBytes))) else {
            throw .diskFull(path: path)
        }
    }

    /// Allocates the blocks that SQLite left out, once it has opened the file.
    ///
    /// Uses SQLite's own descriptor: closing another one of the file would release SQLite's locks on it (fcntl(2)).
    ///
    /// - Parameter path: The ledger's path.
    /// - Throws: ``LedgerError/diskFull(path:)``.
    static func fill(for path: String) throws(LedgerError) {
        guard hasSmallBlocks(path), let file = LedgerFile.Identity(path + "-shm") else { return }
        for descriptor in 0..<Int32(getdtablesize()) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { continue }
            guard status.st_dev == file.device, status.st_ino == file.number else { continue }
            if posix_fallocate(descriptor, 0, off_t(wantedBytes)) == 0 { return }
            let code = posix_fallocate(descriptor, 0, max(status.st_size, 1))
            if [ENOSPC, EDQUOT].contains(code) { throw .diskFull(path: path) }
        }
    }

    /// Returns whether the blocks of the disk that a file is on are smaller than SQLite assumes.
    private static func hasSmallBlocks(_ path: String) -> Bool {
        var disk = statvfs()
        return statvfs(path, &disk) == 0 && disk.f_bsize < pageBytes
    }
}
