// A folder whose SQLite files are on a disk that can lose its power and fail.

import CUnsyncedVFS
import Glibc

/// Everything this process opens with SQLite in `folder` lives on this disk; the folder itself holds only what is
/// opened otherwise, such as the ledger's lock file.
// Sendable: the pointer never changes, and every function of the disk takes the disks' own lock.
// Unmounted once, at the end of the last reference.
final class UnsyncedDisk: @unchecked Sendable {
    let folder: String
    private let disk: OpaquePointer

    /// - Parameters:
    ///   - folder: One that exists.
    ///   - seed: For what survives a power cut.
    /// - Throws: ``POSIXError`` if there is no such folder.
    init(at folder: String, seed: UInt64) throws {
        guard let resolved = realpath(folder, nil) else { throw POSIXError(errno: errno) }
        defer { free(resolved) }
        self.folder = String(cString: resolved)
        disk = unsynced_disk_mount(resolved, seed)
    }

    deinit {
        unsynced_disk_unmount(disk)
    }

    struct POSIXError: Error {
        let errno: Int32
    }

    var isDead: Bool { unsynced_disk_is_dead(disk) }

    /// Cuts the power at the given operation that changes something, 1 for the next.
    func cutPower(after operations: UInt64) {
        unsynced_disk_cut_after(disk, operations)
    }

    /// Cuts the power if it is still there, decides what survived, and gives the power back.
    func cyclePower() {
        unsynced_disk_power_cycle(disk)
    }

    /// Puts a file on the platter, and an empty one into the folder, where programs look whether it exists.
    func put(_ bytes: [UInt8], as name: String) {
        bytes.withUnsafeBytes { unsynced_disk_put(disk, name, $0.baseAddress, $0.count) }
        close(open("\(folder)/\(name)", O_CREAT | O_WRONLY, 0o600))
    }

    /// What is on the platter, by name.
    var platter: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var name: UnsafePointer<CChar>?
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        while unsynced_disk_get(disk, files.count, &name, &bytes, &count), let name {
            files[String(cString: name)] = Array(UnsafeBufferPointer(start: bytes, count: count))
        }
        return files
    }

    /// Writes what is on the platter into a folder of a real disk, in place of the ledger that was there.
    func copyPlatter(to folder: String) throws {
        for suffix in ["", "-wal", "-shm"] { unlink("\(folder)/ledger.sqlite\(suffix)") }
        for (name, bytes) in platter {
            let descriptor = open("\(folder)/\(name)", O_CREAT | O_TRUNC | O_WRONLY, 0o600)
            defer { close(descriptor) }
            guard write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(errno: errno) }
        }
    }

    /// How many operations of a kind there were.
    func count(of operation: Operation) -> UInt64 {
        unsynced_disk_count(disk, operation.kind)
    }

    /// Lets the given operation of a kind fail, 1 for the next, and all that follow if `lasting`.
    func fail(_ operation: Operation, at number: UInt64, lasting: Bool) {
        unsynced_disk_fail(disk, operation.kind, number, lasting, operation.code)
    }

    /// Lets all operations succeed again.
    func heal() {
        for operation in Operation.allCases { unsynced_disk_fail(disk, operation.kind, 0, false, 0) }
    }
}
