// The disk itself: cache, platter, and the power cut between them.
#include "disk.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsynced_disk *disks;

void disk_lock(void) { pthread_mutex_lock(&mutex); }
void disk_unlock(void) { pthread_mutex_unlock(&mutex); }

static void *checked(void *memory) {
    if (!memory) abort();
    return memory;
}

// SplitMix64 (Steele, Lea, Flood 2014)
uint64_t disk_random(unsynced_disk *disk, uint64_t limit) {
    uint64_t mixed = disk->random += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return (mixed ^ (mixed >> 31)) % limit;
}

static void resize(struct buffer *buffer, size_t count) {
    if (count > buffer->room) {
        buffer->room = count * 2;
        buffer->bytes = checked(realloc(buffer->bytes, buffer->room));
    }
    if (count > buffer->count) memset(buffer->bytes + buffer->count, 0, count - buffer->count);
    buffer->count = count;
}

static void put(struct buffer *buffer, const void *bytes, size_t count, size_t offset) {
    if (offset + count > buffer->count) resize(buffer, offset + count);
    if (count) memcpy(buffer->bytes + offset, bytes, count);
}

static void copy(struct buffer *to, const struct buffer *from) {
    resize(to, 0);
    put(to, from->bytes, from->count, 0);
}

static void remember(struct file *file, const void *bytes, size_t count, size_t offset) {
    if (file->change_count == file->change_room) {
        file->change_room = file->change_room * 2 + 16;
        file->changes = checked(realloc(file->changes, file->change_room * sizeof(struct change)));
    }
    struct change *change = &file->changes[file->change_count++];
    *change = (struct change){.offset = offset, .count = count};
    if (bytes) change->bytes = memcpy(checked(malloc(count + 1)), bytes, count);
}

static void forget_changes(struct file *file) {
    for (size_t i = 0; i < file->change_count; i++) free(file->changes[i].bytes);
    file->change_count = 0;
}

void file_write(struct file *file, const void *bytes, size_t count, size_t offset) {
    put(&file->cache, bytes, count, offset);
    remember(file, bytes, count, offset);
}

void file_truncate(struct file *file, size_t count) {
    if (count < file->cache.count) resize(&file->cache, count);
    remember(file, NULL, 0, count);
}

void file_sync(struct file *file) {
    for (size_t i = 0; i < file->change_count; i++) {
        struct change *change = &file->changes[i];
        if (change->bytes) {
            put(&file->platter, change->bytes, change->count, change->offset);
        } else if (change->offset < file->platter.count) {
            resize(&file->platter, change->offset);
        }
    }
    forget_changes(file);
}

static void write_back_piece(
    unsynced_disk *disk, struct file *file, const uint8_t *bytes, size_t count, size_t offset) {
    size_t written = count;
    if (disk_random(disk, 16) == 0) written = disk_random(disk, count + 1);
    put(&file->platter, bytes, written, offset);
    if (disk_random(disk, 16) > 0) return;
    for (size_t i = 0; i < written; i++) file->platter.bytes[offset + i] = (uint8_t)disk_random(disk, 256);
}

static void write_back(unsynced_disk *disk, struct file *file, const struct change *change, uint64_t survival) {
    if (!change->bytes && disk_random(disk, 100) < survival && change->offset < file->platter.count) {
        resize(&file->platter, change->offset);
    }
    for (size_t done = 0; done < change->count;) {
        size_t offset = change->offset + done;
        size_t count = PIECE - offset % PIECE;
        if (count > change->count - done) count = change->count - done;
        if (disk_random(disk, 100) < survival) write_back_piece(disk, file, change->bytes + done, count, offset);
        done += count;
    }
}

void file_lose_changes(unsynced_disk *disk, struct file *file) {
    static const uint64_t survivals[] = {0, 10, 50, 90, 100};  // per cent
    uint64_t survival = survivals[disk_random(disk, 5)];
    if (survival == 100) return file_sync(file);
    for (size_t i = 0; i < file->change_count; i++) write_back(disk, file, &file->changes[i], survival);
    // A file may have its new length without its new content.
    if (file->platter.count < file->cache.count && disk_random(disk, 4) == 0) {
        resize(&file->platter, file->cache.count);
    }
    forget_changes(file);
}

void file_free_regions(struct file *file) {
    for (int i = 0; i < REGION_LIMIT; i++) {
        sqlite3_free(file->regions[i]);
        file->regions[i] = NULL;
    }
}

static void free_file(struct file *file) {
    forget_changes(file);
    file_free_regions(file);
    free(file->changes);
    free(file->cache.bytes);
    free(file->platter.bytes);
    free(file);
}

struct file *disk_find(unsynced_disk *disk, const char *name) {
    for (struct file *file = disk->files; file; file = file->next) {
        if (file->in_folder && strcmp(file->name, name) == 0) return file;
    }
    return NULL;
}

struct file *disk_create(unsynced_disk *disk, const char *name) {
    struct file *file = checked(calloc(1, sizeof(struct file)));
    strncpy(file->name, name, NAME_SIZE - 1);
    file->in_folder = true;
    file->next = disk->files;
    disk->files = file;
    return file;
}

void disk_sync_folder(unsynced_disk *disk) {
    for (struct file *file = disk->files; file; file = file->next) file->in_durable_folder = file->in_folder;
}

int disk_begin(unsynced_disk *disk, enum unsynced_operation operation) {
    if (disk->dead) return SQLITE_IOERR;
    disk->counts[operation]++;
    bool changes = operation == UNSYNCED_WRITE || operation == UNSYNCED_TRUNCATE || operation == UNSYNCED_SYNC
        || operation == UNSYNCED_DELETE;
    if (changes && disk->cut_countdown && --disk->cut_countdown == 0) disk->dead = true;
    struct fault *fault = &disk->faults[operation];
    if (fault->countdown == 0) return SQLITE_OK;
    if (fault->countdown > 1) {
        fault->countdown--;
        return SQLITE_OK;
    }
    if (!fault->lasting) fault->countdown = 0;
    return fault->code;
}

unsynced_disk *disk_of(const char *path, const char **name) {
    for (unsynced_disk *disk = disks; path && disk; disk = disk->next) {
        size_t count = strlen(disk->folder);
        if (strncmp(path, disk->folder, count) == 0 && path[count] == '/') {
            *name = path + count + 1;
            return disk;
        }
    }
    return NULL;
}

unsynced_disk *unsynced_disk_mount(const char *folder, uint64_t seed) {
    disk_lock();
    static bool installed;
    if (!installed && vfs_install() != SQLITE_OK) abort();
    installed = true;
    unsynced_disk *disk = checked(calloc(1, sizeof(unsynced_disk)));
    strncpy(disk->folder, folder, NAME_SIZE - 1);
    disk->random = seed;
    disk->next = disks;
    disks = disk;
    disk_unlock();
    return disk;
}

void unsynced_disk_unmount(unsynced_disk *disk) {
    disk_lock();
    unsynced_disk **link = &disks;
    while (*link != disk) link = &(*link)->next;
    *link = disk->next;
    while (disk->files) {
        struct file *file = disk->files;
        disk->files = file->next;
        free_file(file);
    }
    free(disk);
    disk_unlock();
}

void unsynced_disk_put(unsynced_disk *disk, const char *name, const void *bytes, size_t count) {
    disk_lock();
    struct file *file = disk_create(disk, name);
    put(&file->cache, bytes, count, 0);
    copy(&file->platter, &file->cache);
    file->in_durable_folder = true;
    disk_unlock();
}

bool unsynced_disk_get(unsynced_disk *disk, size_t index, const char **name, const uint8_t **bytes, size_t *count) {
    disk_lock();
    struct file *file = disk->files;
    while (file && (!file->in_durable_folder || index-- > 0)) file = file->next;
    if (file) {
        *name = file->name;
        *bytes = file->platter.bytes;
        *count = file->platter.count;
    }
    disk_unlock();
    return file != NULL;
}

void unsynced_disk_cut_after(unsynced_disk *disk, uint64_t countdown) {
    disk_lock();
    disk->cut_countdown = countdown;
    disk_unlock();
}

bool unsynced_disk_is_dead(unsynced_disk *disk) {
    disk_lock();
    bool dead = disk->dead;
    disk_unlock();
    return dead;
}

// The name leads to the file that the folder on the platter had, or to the one it should have had.
static void settle_folder(unsynced_disk *disk) {
    for (struct file *file = disk->files; file; file = file->next) {
        if (file->in_folder == file->in_durable_folder) continue;
        bool newer = disk_random(disk, 2);
        for (struct file *same = file; same; same = same->next) {
            if (strcmp(same->name, file->name) != 0) continue;
            bool survives = newer ? same->in_folder : same->in_durable_folder;
            same->in_folder = same->in_durable_folder = survives;
        }
    }
}

void unsynced_disk_power_cycle(unsynced_disk *disk) {
    disk_lock();
    settle_folder(disk);
    for (struct file *file = disk->files; file; file = file->next) {
        file_lose_changes(disk, file);
        copy(&file->cache, &file->platter);
        file_free_regions(file);
        file->opened = 0;
    }
    disk->generation++;
    disk->dead = false;
    disk->cut_countdown = 0;
    memset(disk->faults, 0, sizeof disk->faults);
    disk_unlock();
}

void unsynced_disk_fail(
    unsynced_disk *disk, enum unsynced_operation operation, uint64_t countdown, bool lasting, int code) {
    disk_lock();
    disk->faults[operation] = (struct fault){.countdown = countdown, .lasting = lasting, .code = code};
    disk_unlock();
}

uint64_t unsynced_disk_count(unsynced_disk *disk, enum unsynced_operation operation) {
    disk_lock();
    uint64_t count = disk->counts[operation];
    disk_unlock();
    return count;
}
