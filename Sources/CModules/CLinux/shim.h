// Calls of Linux that glibc's headers show only to GNU programs.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/statfs.h>
#include <sys/timex.h>
#include <time.h>

#define DC_MFD_CLOEXEC 1U        // linux/memfd.h
#define DC_MFD_ALLOW_SEALING 2U  // linux/memfd.h
#define DC_ADD_SEALS 1033        // linux/fcntl.h: F_ADD_SEALS
#define DC_SEALS 7               // linux/fcntl.h: F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW
#define DC_MADV_REMOVE 9         // asm-generic/mman-common.h

enum { DC_TMPFILE = 020000000 | O_DIRECTORY };  // asm-generic/fcntl.h: O_TMPFILE

int memfd_create(const char *name, unsigned int flags);
int pipe2(int ends[2], int flags);
int prlimit(int process, int resource, const void *limit, void *old);  // sys/resource.h
int pidfd_open(int process, unsigned int flags);  // sys/pidfd.h
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
char *strptime(const char *text, const char *format, struct tm *parts);
