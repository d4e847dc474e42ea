// A disk for tests that can lose its power and fail: SQLite's files on it live in memory, synced and unsynced apart.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What SQLite writes goes into a cache that it reads back. Only a sync moves it to the platter; at a power cut every
// unsynced write survives whole, in part (in pieces of 512 bytes), as noise, or not at all, in any combination, and so
// do changes of a file's length and of the folder. This is SQLite's own method (sqlite.org/testing.html, 3.3).
//
// The device promises what SQLite's own VFS for Unix assumes of every disk, no more: sectors of 4096 bytes, and that a
// write leaves the bytes around it alone (SQLITE_IOCAP_POWERSAFE_OVERWRITE).
//
// One connection at a time may open a database on a disk. All functions may be called from any thread.

typedef struct unsynced_disk unsynced_disk;

enum unsynced_operation {
    UNSYNCED_OPEN,
    UNSYNCED_READ,
    UNSYNCED_WRITE,
    UNSYNCED_TRUNCATE,
    UNSYNCED_SYNC,
    UNSYNCED_DELETE,
    UNSYNCED_SIZE,    // asking for a file's length
    UNSYNCED_SHARED,  // mapping the index of the write-ahead log
    UNSYNCED_OPERATIONS
};

// Every file that this process opens with SQLite in `folder` is on the new disk from now on; files elsewhere are
// SQLite's own. `folder` is an absolute path without symbolic links and without a slash at its end.
unsynced_disk *unsynced_disk_mount(const char *folder, uint64_t seed);

// Forgets the disk; its files must be closed.
void unsynced_disk_unmount(unsynced_disk *disk);

// Puts a file on the platter, `name` as in the folder.
void unsynced_disk_put(unsynced_disk *disk, const char *name, const void *bytes, size_t count);

// The `index`th file on the platter: its name and bytes, until the next change. False where there is none.
bool unsynced_disk_get(unsynced_disk *disk, size_t index, const char **name, const uint8_t **bytes, size_t *count);

// Cuts the power at the `countdown`th operation from now that changes something, 1 for the next; 0 for never.
void unsynced_disk_cut_after(unsynced_disk *disk, uint64_t countdown);

// Whether the power is gone: then every operation fails until it is back.
bool unsynced_disk_is_dead(unsynced_disk *disk);

// Cuts the power if it is still there, decides what survived, and gives the power back. Files that were open fail
// from then on, and the write-ahead log's shared index is gone.
void unsynced_disk_power_cycle(unsynced_disk *disk);

// Lets the `countdown`th operation of a kind fail with an SQLite result code, and all that follow if `lasting`.
// A countdown of 0 takes the fault away.
//
// A failed write may have written its first half. A failed sync has lost what it could not write and will not try
// again, as Linux does (lwn.net/Articles/752063).
void unsynced_disk_fail(
    unsynced_disk *disk, enum unsynced_operation operation, uint64_t countdown, bool lasting, int code);

// How many operations of a kind there were so far.
uint64_t unsynced_disk_count(unsynced_disk *disk, enum unsynced_operation operation);
