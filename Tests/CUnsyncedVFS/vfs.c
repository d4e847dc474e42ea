// The way from SQLite to the disks: a VFS that is the process's default and passes on every file that is elsewhere.
#include "disk.h"
#include <string.h>

static sqlite3_vfs *original;

// Whether the power has stayed on since the file was opened.
static bool is_powered(struct handle *handle) {
    return !handle->disk->dead && handle->generation == handle->disk->generation;
}

// Every operation on an open file begins so: under the lock, and failing where the power or the operation does.
static int begin(struct handle *handle, enum unsynced_operation operation) {
    disk_lock();
    if (handle->generation != handle->disk->generation) return SQLITE_IOERR;
    return disk_begin(handle->disk, operation);
}

static int end(int code) {
    disk_unlock();
    return code;
}

static int close_file(sqlite3_file *base) {
    struct handle *handle = (struct handle *)base;
    disk_lock();
    if (handle->generation == handle->disk->generation) handle->file->opened--;
    return end(SQLITE_OK);
}

static int read_file(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
    struct handle *handle = (struct handle *)base;
    int code = begin(handle, UNSYNCED_READ);
    if (code != SQLITE_OK) return end(code);
    struct buffer *cache = &handle->file->cache;
    size_t there = cache->count > (size_t)offset ? cache->count - (size_t)offset : 0;
    if (there > (size_t)count) there = (size_t)count;
    if (there > 0) memcpy(bytes, cache->bytes + offset, there);
    memset((uint8_t *)bytes + there, 0, (size_t)count - there);
    return end(there == (size_t)count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ);
}

static int write_file(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    struct handle *handle = (struct handle *)base;
    int code = begin(handle, UNSYNCED_WRITE);
    if (code == SQLITE_OK) {
        file_write(handle->file, bytes, (size_t)count, (size_t)offset);
    } else if (is_powered(handle) && disk_random(handle->disk, 2)) {
        file_write(handle->file, bytes, (size_t)count / 2, (size_t)offset);
    }
    return end(is_powered(handle) ? code : SQLITE_IOERR);
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 count) {
    struct handle *handle = (struct handle *)base;
    int code = begin(handle, UNSYNCED_TRUNCATE);
    if (code == SQLITE_OK) file_truncate(handle->file, (size_t)count);
    return end(is_powered(handle) ? code : SQLITE_IOERR);
}

static int sync_file(sqlite3_file *base, int flags) {
    (void)flags;
    struct handle *handle = (struct handle *)base;
    int code = begin(handle, UNSYNCED_SYNC);
    if (!is_powered(handle)) return end(SQLITE_IOERR);
    if (code != SQLITE_OK) {
        file_lose_changes(handle->disk, handle->file);
        return end(code);
    }
    file_sync(handle->file);
    // SQLite for Unix syncs the folder with the first sync of a journal or log that it made.
    if (handle->flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) disk_sync_folder(handle->disk);
    return end(SQLITE_OK);
}

static int file_size(sqlite3_file *base, sqlite3_int64 *count) {
    struct handle *handle = (struct handle *)base;
    int code = begin(handle, UNSYNCED_SIZE);
    if (code == SQLITE_OK) *count = (sqlite3_int64)handle->file->cache.count;
    return end(code);
}

// With a single connection every lock is free.
static int lock_file(sqlite3_file *base, int level) {
    (void)base, (void)level;
    return SQLITE_OK;
}

static int check_reserved_lock(sqlite3_file *base, int *reserved) {
    (void)base;
    *reserved = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    (void)base, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base) {
    (void)base;
    return 4096;
}

static int device_characteristics(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int map_shared(sqlite3_file *base, int index, int count, int extend, void volatile **memory) {
    struct handle *handle = (struct handle *)base;
    int code = begin(handle, UNSYNCED_SHARED);
    if (code != SQLITE_OK) return end(code);
    if (index >= REGION_LIMIT) return end(SQLITE_NOMEM);
    void **region = &handle->file->regions[index];
    // The lock is held while memory is made: sqlite3_malloc does not call the VFS.
    if (!*region && extend && (*region = sqlite3_malloc(count))) memset(*region, 0, (size_t)count);
    *memory = *region;
    return end(SQLITE_OK);
}

static int lock_shared(sqlite3_file *base, int offset, int count, int flags) {
    (void)base, (void)offset, (void)count, (void)flags;
    return SQLITE_OK;
}

static void shared_barrier(sqlite3_file *base) {
    (void)base;
    disk_lock();
    disk_unlock();
}

static int unmap_shared(sqlite3_file *base, int delete) {
    (void)delete;
    struct handle *handle = (struct handle *)base;
    disk_lock();
    if (handle->generation == handle->disk->generation) file_free_regions(handle->file);
    return end(SQLITE_OK);
}

// Version 2: a write-ahead log, and no memory-mapped reading, which no VFS could see.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = lock_file,
    .xCheckReservedLock = check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = device_characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = unmap_shared,
};

static int open_on_disk(unsynced_disk *disk, const char *name, struct handle *handle, int flags) {
    int code = disk_begin(disk, UNSYNCED_OPEN);
    if (code != SQLITE_OK) return code;
    struct file *file = disk_find(disk, name);
    if (!file && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    if (!file) {
        file = disk_create(disk, name);
        // The ledger makes the database's file and puts its name on disk before SQLite sees it.
        if (flags & SQLITE_OPEN_MAIN_DB) file->in_durable_folder = true;
    }
    if ((flags & SQLITE_OPEN_MAIN_DB) && file->opened) return SQLITE_CANTOPEN;
    file->opened++;
    handle->disk = disk;
    handle->file = file;
    handle->generation = disk->generation;
    handle->flags = flags;
    handle->base.pMethods = &methods;
    return SQLITE_OK;
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *flags_out) {
    (void)vfs;
    const char *name;
    disk_lock();
    unsynced_disk *disk = disk_of(path, &name);
    if (!disk) {
        disk_unlock();
        return original->xOpen(original, path, base, flags, flags_out);
    }
    base->pMethods = NULL;
    int code = open_on_disk(disk, name, (struct handle *)base, flags);
    if (code == SQLITE_OK && flags_out) *flags_out = flags;
    return end(code);
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int sync_folder) {
    (void)vfs;
    const char *name;
    disk_lock();
    unsynced_disk *disk = disk_of(path, &name);
    if (!disk) {
        disk_unlock();
        return original->xDelete(original, path, sync_folder);
    }
    int code = disk_begin(disk, UNSYNCED_DELETE);
    if (code != SQLITE_OK) return end(code);
    struct file *file = disk_find(disk, name);
    if (!file) return end(SQLITE_IOERR_DELETE_NOENT);
    file->in_folder = false;
    if (disk->dead) return end(SQLITE_IOERR);
    if (sync_folder) disk_sync_folder(disk);
    return end(SQLITE_OK);
}

static int access_file(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs;
    const char *name;
    disk_lock();
    unsynced_disk *disk = disk_of(path, &name);
    if (!disk) {
        disk_unlock();
        return original->xAccess(original, path, flags, result);
    }
    if (disk->dead) return end(SQLITE_IOERR);
    struct file *file = disk_find(disk, name);
    *result = file && (flags != SQLITE_ACCESS_EXISTS || file->cache.count > 0);
    return end(SQLITE_OK);
}

int vfs_install(void) {
    static sqlite3_vfs vfs;
    original = sqlite3_vfs_find(NULL);
    if (!original) return SQLITE_ERROR;
    vfs = *original;
    vfs.zName = "unsynced";
    vfs.pNext = NULL;
    if (vfs.szOsFile < (int)sizeof(struct handle)) vfs.szOsFile = (int)sizeof(struct handle);
    vfs.xOpen = open_file;
    vfs.xDelete = delete_file;
    vfs.xAccess = access_file;
    return sqlite3_vfs_register(&vfs, 1);
}
