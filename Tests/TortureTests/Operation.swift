// What SQLite asks of a disk, and how that fails.

import CUnsyncedVFS

extension UnsyncedDisk {
    /// A kind of operation together with the error it fails with.
    enum Operation: CaseIterable {
        case open, read, write, writeOnFullDisk, truncate, sync, delete, size, shared

        var kind: unsynced_operation {
            switch self {
            case .open: UNSYNCED_OPEN
            case .read: UNSYNCED_READ
            case .write, .writeOnFullDisk: UNSYNCED_WRITE
            case .truncate: UNSYNCED_TRUNCATE
            case .sync: UNSYNCED_SYNC
            case .delete: UNSYNCED_DELETE
            case .size: UNSYNCED_SIZE
            case .shared: UNSYNCED_SHARED
            }
        }

        /// SQLite's extended result code, as its VFS for Unix gives it (sqlite.org/rescode.html).
        var code: Int32 {
            switch self {
            case .open: 14  // SQLITE_CANTOPEN
            case .read: 266  // SQLITE_IOERR_READ
            case .write: 778  // SQLITE_IOERR_WRITE
            case .writeOnFullDisk: 13  // SQLITE_FULL
            case .truncate: 1546  // SQLITE_IOERR_TRUNCATE
            case .sync: 1034  // SQLITE_IOERR_FSYNC
            case .delete: 2570  // SQLITE_IOERR_DELETE
            case .size: 1802  // SQLITE_IOERR_FSTAT
            case .shared: 4874  // SQLITE_IOERR_SHMSIZE, which is how a full disk shows when the index grows
            }
        }
    }
}
