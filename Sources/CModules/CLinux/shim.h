// Calls of Linux that glibc's headers show only to GNU programs.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/statfs.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#define DC_MFD_CLOEXEC 1U        // linux/memfd.h
#define DC_MFD_ALLOW_SEALING 2U  // linux/memfd.h
#define DC_ADD_SEALS 1033        // linux/fcntl.h: F_ADD_SEALS
#define DC_SEALS 7               // linux/fcntl.h: F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW
#define DC_MADV_REMOVE 9         // asm-generic/mman-common.h

#define DC_PATH 010000000        // asm-generic/fcntl.h: O_PATH

enum { DC_TMPFILE = 020000000 | O_DIRECTORY };  // asm-generic/fcntl.h: O_TMPFILE

int memfd_create(const char *name, unsigned int flags);
int pipe2(int ends[2], int flags);
int prlimit(int process, int resource, const void *limit, void *old);  // sys/resource.h
int pidfd_open(int process, unsigned int flags);  // sys/pidfd.h
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

// The processor time that a process has used, in whole seconds; -1 if there is no such process. Here, because Swift
// takes `timespec` from whichever C module it reads first.
static inline long dc_processor_seconds(int process) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
    return used.tv_sec;
}

// linux/landlock.h, in the form of its version 6; an older kernel takes the first bytes.
struct dc_landlock_ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct dc_landlock_path {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed));

// glibc has no functions for these calls, which have the same numbers on every machine.
static inline int dc_landlock_version(void) { return syscall(444, NULL, 0, 1); }

static inline int dc_landlock_create(const struct dc_landlock_ruleset *ruleset, unsigned long bytes) {
    return syscall(444, ruleset, bytes, 0);
}

static inline int dc_landlock_allow(int ruleset, const struct dc_landlock_path *path) {
    return syscall(445, ruleset, 1, path, 0);
}

static inline int dc_landlock_enter(int ruleset) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return syscall(446, ruleset, 0);
}

char *strptime(const char *text, const char *format, struct tm *parts);
