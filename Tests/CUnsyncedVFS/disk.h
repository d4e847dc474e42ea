// The parts of a disk: its files, and what of them has not reached the platter yet.
#pragma once
#include "unsynced_disk.h"
#include <sqlite3.h>

enum { NAME_SIZE = 256, REGION_LIMIT = 64, PIECE = 512 };

struct buffer {
    uint8_t *bytes;
    size_t count, room;
};

// A write or, where `bytes` is NULL, a truncation to `offset`.
struct change {
    size_t offset, count;
    uint8_t *bytes;
};

struct file {
    char name[NAME_SIZE];
    bool in_folder;          // as programs see the folder
    bool in_durable_folder;  // as the platter has it
    struct buffer cache, platter;
    struct change *changes;  // in the cache and not yet on the platter, in order
    size_t change_count, change_room;
    void *regions[REGION_LIMIT];  // shared memory of the write-ahead log's index
    int opened;
    struct file *next;
};

struct fault {
    uint64_t countdown;
    bool lasting;
    int code;
};

struct unsynced_disk {
    char folder[NAME_SIZE];
    uint64_t random;
    uint64_t generation;  // one more after each power cycle; files opened before it are dead
    uint64_t cut_countdown;
    bool dead;
    struct fault faults[UNSYNCED_OPERATIONS];
    uint64_t counts[UNSYNCED_OPERATIONS];
    struct file *files;
    struct unsynced_disk *next;
};

// An open file as SQLite holds it.
struct handle {
    sqlite3_file base;
    unsynced_disk *disk;
    struct file *file;
    uint64_t generation;
    int flags;
};

void disk_lock(void);
void disk_unlock(void);

// The disk that a path is on, and the file's name there; NULL for paths elsewhere.
unsynced_disk *disk_of(const char *path, const char **name);

// Counts an operation and answers SQLITE_OK, or the code it fails with.
int disk_begin(unsynced_disk *disk, enum unsynced_operation operation);

uint64_t disk_random(unsynced_disk *disk, uint64_t limit);

struct file *disk_find(unsynced_disk *disk, const char *name);
struct file *disk_create(unsynced_disk *disk, const char *name);
void disk_sync_folder(unsynced_disk *disk);

void file_write(struct file *file, const void *bytes, size_t count, size_t offset);
void file_truncate(struct file *file, size_t count);
void file_sync(struct file *file);

// Writes back what happens to be written back, and forgets the rest.
void file_lose_changes(unsynced_disk *disk, struct file *file);
void file_free_regions(struct file *file);

int vfs_install(void);
