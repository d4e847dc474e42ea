// Calls of Linux that glibc's headers show only to GNU programs.
#pragma once

#include <spawn.h>
#include <sys/statfs.h>
#include <sys/timex.h>
#include <time.h>

#define DC_MFD_CLOEXEC 1U  // linux/memfd.h

int memfd_create(const char *name, unsigned int flags);
int pipe2(int ends[2], int flags);
int pidfd_open(int process, unsigned int flags);  // sys/pidfd.h
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
char *strptime(const char *text, const char *format, struct tm *parts);
