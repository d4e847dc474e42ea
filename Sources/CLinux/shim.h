// Two calls of Linux that glibc's headers show only to GNU programs.
#pragma once

#define DC_MFD_CLOEXEC 1U  // linux/memfd.h

int memfd_create(const char *name, unsigned int flags);
int pipe2(int ends[2], int flags);
